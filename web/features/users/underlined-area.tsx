import { Box, Textarea, type TextareaProps } from '@mantine/core';
import { type Place, partsAt } from '#web/features/users/health-words.ts';
import classes from '#web/features/users/underlined-area.module.css';

type UnderlinedAreaProps = Omit<TextareaProps, 'value' | 'maxRows'> & {
  value: string;
  /** The places of the value that are underlined. */
  places: readonly Place[];
};

/** A field for text in which some words are underlined while they are typed. It grows, so that it never scrolls. */
export const UnderlinedArea = ({ places, ...props }: UnderlinedAreaProps) => (
  <Textarea
    {...props}
    classNames={{ input: classes.input }}
    inputContainer={(field) => (
      <Box pos="relative">
        {field}
        <Box className={classes.words} aria-hidden="true" dir="auto">
          {partsAt(props.value, places).map(({ start, text, isFound }) =>
            isFound ? (
              <mark key={start} className={classes.found}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </Box>
      </Box>
    )}
  />
);
