import { Box, Input, VisuallyHidden } from '@mantine/core';
import { RichTextFoot } from '#web/rich-text/rich-text-foot.tsx';
import classes from '#web/rich-text/rich-text-field.module.css';
import { RichText } from '#web/rich-text/rich-text.tsx';

/** How many controls the toolbar of the editor has, group by group. */
const controls = [2, 3, 3, 3, 2, 1];

/** The text in the place of its editor while that loads, as high as the editor, so that nothing moves when it comes. */
export const RichTextWaiting = ({ label, value, max }: { label: string; value: string; max: number }) => (
  <Input.Wrapper label={label} labelElement="div">
    <VisuallyHidden role="status">Loading the editor</VisuallyHidden>
    <div className={classes.frame}>
      <div className={classes.bar}>
        <div className={classes.row}>
          {controls.map((count, at) => (
            // A group has no name but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={at} className={classes.group}>
              <Box w={`calc(${count} * var(--awa-control-small))`} h="var(--awa-control-small)" />
            </div>
          ))}
        </div>
      </div>
      <RichText html={value} look={classes.text} />
      <RichTextFoot value={value} max={max} />
    </div>
  </Input.Wrapper>
);
