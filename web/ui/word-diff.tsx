import { useMemo } from 'react';
import { differingWords } from '#web/lib/word-diff.ts';
import classes from '#web/ui/word-diff.module.css';

type WordDiffProps = {
  text: string;
  /** What it is compared with. */
  other: string;
};

/** A text with those words marked that differ in the other one. To be loaded when two texts are compared. */
export function WordDiff({ text, other }: WordDiffProps) {
  const { one } = useMemo(() => differingWords(text, other), [text, other]);
  // Texts of equal parts cannot be told apart by anything but their place.
  return one.map((part, at) =>
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
