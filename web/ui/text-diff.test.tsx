import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { WordsMark } from '#web/lib/marked-words.ts';
import { TextDiff } from '#web/ui/text-diff.tsx';

const long = 'Rest when you are tired. '.repeat(8).trim();

function shown(older: string, newer: string, marks?: WordsMark[]) {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <TextDiff older={older} newer={newer} line="paragraph" alike={undefined} marks={marks} />
    </MantineProvider>,
  );
  return {
    folds: html.match(/aria-expanded/g)?.length ?? 0,
    marks: [...html.matchAll(/<mark[^>]*data-remarks="(\w+)"[^>]*>([^<]*)<\/mark>/g)].map(([, id, text]) => [id, text]),
    places: [...html.matchAll(/data-at="(\d+)"/g)].map(([, at]) => Number(at)),
  };
}

test('words with a remark are marked in the newer text, and their paragraph is not folded', () => {
  const newer = `Take iron daily.\n${long}\nSleep.`;
  const older = `Take iron.\n${long}\nSleep well.`;
  const start = newer.indexOf('tired', 60);
  const marks = [
    { id: 'one', start: 5, end: 15, isChosen: false },
    { id: 'two', start, end: start + 5, isChosen: true },
  ];
  expect(shown(older, newer, marks).marks).toEqual([
    ['one', 'iron'],
    ['one', ' daily'],
    ['two', 'tired'],
  ]);
  expect(shown(older, newer, marks).folds).toBe(0);
  expect(shown(older, newer, []).folds).toBe(1);
  expect(shown(older, newer, []).places[0]).toBe(0);
  // A text that cannot have remarks has no places.
  expect(shown(older, newer)).toEqual({ folds: 1, marks: [], places: [] });
});

test('a note stands below its line of the newer text, which is not folded', () => {
  const [older, newer] = [`${long}\nWHO 2016`, `${long}\nWHO 2026`];
  const html = (noteOf: (line: string) => string | undefined) =>
    renderToStaticMarkup(
      <MantineProvider>
        <TextDiff older={older} newer={newer} line="item" alike={undefined} noteOf={noteOf} />
      </MantineProvider>,
    );
  const noted = html((line) => (line === long || line === 'WHO 2026' ? `[${line.length}]` : undefined));
  expect(noted.match(/\[\d+\]/g)).toEqual([`[${long.length}]`, '[8]']);
  expect(noted).not.toContain('aria-expanded');
  expect(html(() => undefined)).toContain('aria-expanded');
});
