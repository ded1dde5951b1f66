import { Box, Input, VisuallyHidden } from '@mantine/core';
import { RichTextFoot } from '#web/rich-text/rich-text-foot.tsx';
import classes from '#web/rich-text/rich-text-field.module.css';
import { RichText } from '#web/rich-text/rich-text.tsx';

/** The number of controls in the editor's toolbar, by group. */
const controls = [2, 3, 3, 3, 2, 1];

/** Shows the text while the editor is loading, at the editor's height, so that nothing moves when it appears. */
export const RichTextWaiting = ({ label, value, max }: { label: string; value: string; max: number }) => (
  <Input.Wrapper label={label} labelElement="div">
    <VisuallyHidden role="status">Loading the editor</VisuallyHidden>
    <div className={classes.frame}>
      <div className={classes.bar}>
        <div className={classes.row}>
          {controls.map((count, at) => (
            // A group has no key but its index.
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
