import { expect, test } from 'vitest';
import { joined, moved, pasted, split, tidyLines } from '#web/form/edit-lines.ts';

test('only lines with text count', () => {
  expect(tidyLines([' One ', '', '  ', 'Two'])).toEqual(['One', 'Two']);
});

test('Enter splits a line at the caret, dropping the selection', () => {
  expect(split(['One two', ''], 0, 3, 4)).toEqual({ lines: ['One', 'two', ''], at: 1, place: 0 });
  expect(split([''], 0, 0, 0)).toEqual({ lines: ['', ''], at: 1, place: 0 });
});

test('Backspace at the start of a line appends it to the previous one', () => {
  expect(joined(['One', 'two', ''], 1)).toEqual({ lines: ['Onetwo', ''], at: 0, place: 3 });
  expect(joined(['One'], 0)).toBeUndefined();
});

test('a line moves among the written lines, and not beyond them', () => {
  const lines = ['One', 'Two', 'Three', ''];
  expect(moved(lines, 0, 1, 2)).toEqual({ lines: ['Two', 'One', 'Three', ''], at: 1, place: 2 });
  expect(moved(lines, 2, 1, 0)).toEqual({ lines: ['One', 'Three', 'Two', ''], at: 1, place: 0 });
  for (const [at, to] of [
    [0, -1],
    [2, 3],
    [3, 2],
  ] as const) {
    expect(moved(lines, at, to, 0)).toEqual({ lines, at, place: 0 });
  }
});

test('pasted lines become as many lines, without the list markers', () => {
  const text = '• Rest\r\n\r\n- Warm water \n3. Food with iron\n12.5 mg of it';
  expect(pasted(['Say: now', ''], 0, 5, 8, text)).toEqual({
    lines: ['Say: Rest', 'Warm water', 'Food with iron', '12.5 mg of it', ''],
    at: 3,
    place: 13,
  });
  expect(pasted(['ab'], 0, 1, 1, 'x\ny')).toEqual({ lines: ['ax', 'yb'], at: 1, place: 1 });
  expect(pasted(['One'], 0, 0, 0, 'one line\n')).toBeUndefined();
});
