import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { counted } from '#web/lib/numbers.ts';
import { type WordsMark, isMarked, placesInNewer } from '#web/lib/marked-words.ts';
import { compareTexts, isUnchanged, type Paragraph } from '#web/lib/text-diff.ts';
import { MarkedWords } from '#web/ui/marked-words.tsx';
import classes from '#web/ui/text-diff.module.css';

/** Unchanged lines up to this length stay visible, because a button would take as much room. In characters. */
const maxInSight = 120;

type TextDiffProps = {
  older: string;
  newer: string;
  /** The text is replaced as a whole, such as a number. */
  whole?: boolean;
  /** The noun for a line of the text: `paragraph`. */
  line: string;
  /** The text shown when no word differs. */
  alike: string | undefined;
  /** The words of the newer text with a remark. Left out: they cannot have any. */
  marks?: readonly WordsMark[] | undefined;
  /** The note below a line of the newer text. A line with a note is not folded. */
  noteOf?: ((line: string) => ReactNode) | undefined;
};

type Piece = Paragraph[number] & {
  /** The place in the newer text, for its marks. */
  at?: number | undefined;
};
type Located = readonly Piece[];

/** Two texts as one, with removed and added parts marked, and long unchanged parts folded. */
export function TextDiff({ older, newer, whole, line, alike, marks, noteOf }: TextDiffProps) {
  const runs = useMemo(() => {
    const paragraphs = compareTexts(older, newer, whole);
    const places = placesInNewer(paragraphs, newer);
    return runsOf(
      paragraphs.map((pieces, index) => pieces.map((piece, at) => Object.assign({ at: places[index]?.[at] }, piece))),
    );
  }, [older, newer, whole]);
  return (
    <Stack gap={6} maw="40rem" style={{ overflowWrap: 'anywhere' }}>
      {runs.map((run, at) => {
        const length = run.flat().reduce((sum, { text }) => sum + text.length, 0);
        const hasMark = run
          .flat()
          .some(({ at: from, text }) => from !== undefined && isMarked(marks ?? [], from, from + text.length));
        const hasNote = noteOf && run.some((paragraph) => Boolean(noteOf(newerOf(paragraph))));
        const isFolded = run.every(isUnchanged) && length > maxInSight && !hasMark && !hasNote;
        const key = `${at} of ${runs.length}`;
        return isFolded ? (
          <Fold key={key} label={counted(run.length, `unchanged ${line}`)}>
            <Lines paragraphs={run} marks={marks} noteOf={noteOf} />
          </Fold>
        ) : (
          <Lines key={key} paragraphs={run} marks={marks} noteOf={noteOf} />
        );
      })}
      {alike && runs.flat().every(isUnchanged) && (
        <Text size="xs" c="dimmed">
          {alike}
        </Text>
      )}
    </Stack>
  );
}

/** Consecutive unchanged paragraphs are one run; each changed paragraph is its own. */
function runsOf(paragraphs: readonly Located[]) {
  const runs: Located[][] = [];
  for (const paragraph of paragraphs) {
    const last = runs.at(-1);
    if (last?.every(isUnchanged) && isUnchanged(paragraph)) last.push(paragraph);
    else runs.push([paragraph]);
  }
  return runs;
}

/** The words of a line in the newer text; `''` when it has none of them. */
const newerOf = (paragraph: Located) =>
  paragraph
    .map(({ text, change }) => (change === 'removed' ? '' : text))
    .join('')
    .trim();

type LinesProps = { paragraphs: readonly Located[] } & Pick<TextDiffProps, 'marks' | 'noteOf'>;

// Equal paragraphs and pieces can be told apart only by their index.
/* oxlint-disable react/no-array-index-key */
const Lines = ({ paragraphs, marks, noteOf }: LinesProps) =>
  paragraphs.map((paragraph, index) => (
    <div key={index}>
      {paragraph.map(({ text, change, at: from }, at) => {
        const shown = marks && from !== undefined ? <MarkedWords key={at} text={text} at={from} marks={marks} /> : text;
        if (change === 'same') return shown;
        return change === 'removed' ? (
          <del key={at} className={classes.removed}>
            {text}
          </del>
        ) : (
          <ins key={at} className={classes.added}>
            {shown}
          </ins>
        );
      })}
      {noteOf?.(newerOf(paragraph))}
    </div>
  ));
/* oxlint-enable react/no-array-index-key */

/** Unchanged paragraphs, behind a button with their number. */
function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <UnstyledButton className={classes.fold} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        {label}
      </UnstyledButton>
      {opened && children}
    </>
  );
}

type LegendProps = { older: string; newer: string };

/** The legend of the marks: `Only in this version`, `Only in the current version`. */
export const DiffLegend = ({ older, newer }: LegendProps) => (
  <Group gap="0.25rem 1rem" px={2} fz="xs">
    <span className={classes.removed}>Only in {older}</span>
    <span className={classes.added}>Only in {newer}</span>
  </Group>
);
