import { Text } from '@mantine/core';
import { type MarkedPlace, markNames } from '#contract/mark.ts';
import { partsOf } from '#web/lib/marked-parts.ts';
import classes from '#web/ui/marked-text.module.css';

type MarkedTextProps = {
  content: string;
  marks: readonly MarkedPlace[];
  /** The search term. */
  term?: string;
  size?: 'sm' | 'md';
};

/** The original text with its marks underlined, and its search matches. */
export const MarkedText = ({ content, marks, term = '', size = 'md' }: MarkedTextProps) => (
  <Text size={size} maw="44rem" style={{ whiteSpace: 'pre-line' }} dir="auto">
    {partsOf(content, marks, term).map(({ start, text, marks: over, found }) => {
      const shown = found ? <mark key={start}>{text}</mark> : text;
      if (over.length === 0) return shown;
      return (
        <span key={start} className={classes.marked} title={over.map((mark) => markNames[mark]).join(', ')}>
          {shown}
        </span>
      );
    })}
  </Text>
);
