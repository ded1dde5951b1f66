import { useMemo } from 'react';
import { differingWords } from '#web/lib/word-diff.ts';
import classes from '#web/ui/word-diff.module.css';

type WordDiffProps = {
  text: string;
  /** The text to compare with. */
  other: string;
};

/** A text with the words marked that differ from the other text. Load it only when two texts are compared. */
export function WordDiff({ text, other }: WordDiffProps) {
  const parts = useMemo(() => differingWords(text, other), [text, other]);
  // Equal parts can be told apart only by their index.
  return parts.map((part, at) =>
    part.differs ? (
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={at} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
