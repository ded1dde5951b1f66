import { type WordsMark, piecesOf } from '#web/lib/marked-words.ts';
import { LinkedText } from '#web/ui/linked-text.tsx';
import classes from '#web/ui/marked-words.module.css';

type MarkedWordsProps = {
  /** A part of the text of a field, and where it begins there. */
  text: string;
  at: number;
  marks: readonly WordsMark[];
};

/** A part of a text with the words marked that remarks are on. Each piece knows its place, for a selection. */
export const MarkedWords = ({ text, at, marks }: MarkedWordsProps) =>
  piecesOf(text, at, marks).map((piece) => (
    <span key={piece.start} data-at={piece.start}>
      {piece.ids.length > 0 ? (
        <mark className={classes.mark} data-remarks={piece.ids.join(' ')} data-chosen={piece.isChosen || undefined}>
          {piece.text}
        </mark>
      ) : (
        <LinkedText text={piece.text} />
      )}
    </span>
  ));
