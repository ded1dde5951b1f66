import { Text } from '@mantine/core';
import { type CoveredPlace, type MarkedPlace, markNames } from '#contract/mark.ts';
import { partsOf } from '#web/lib/marked-parts.ts';
import classes from '#web/ui/marked-text.module.css';

type MarkedTextProps = {
  content: string;
  marks: readonly MarkedPlace[];
  /** The places that the app shows as blocks. */
  covered?: readonly CoveredPlace[];
  /** The search term. */
  term?: string;
  size?: 'sm' | 'md';
};

const none: readonly CoveredPlace[] = [];

/** The original text with its marks underlined, covered words on a ground of their own, and its search matches. */
export const MarkedText = ({ content, marks, covered = none, term = '', size = 'md' }: MarkedTextProps) => (
  <Text size={size} maw="44rem" style={{ whiteSpace: 'pre-line' }} dir="auto">
    {partsOf(content, marks, term, covered).map(({ start, text, marks: over, covered: isCovered, found }) => {
      const shown = found ? <mark key={start}>{text}</mark> : text;
      if (over.length === 0 && !isCovered) return shown;
      const names = [...over.map((mark) => markNames[mark]), ...(isCovered ? ['Covered in the app'] : [])];
      return (
        <span
          key={start}
          className={classes.place}
          data-marked={over.length > 0 || undefined}
          data-covered={isCovered || undefined}
          title={names.join(', ')}
        >
          {shown}
        </span>
      );
    })}
  </Text>
);
