import { expect, test } from 'vitest';
import { formatCursor, pageOf, parseCursor } from '#server/http/cursor.ts';

const rows = [1, 2, 3].map((day) => ({
  at: `2026-11-0${day}T08:00:00.000Z`,
  id: `019abcde-0000-7000-8000-00000000000${day}`,
}));

test('a page has a cursor, its last row, only when the list goes on', () => {
  const { page, nextCursor } = pageOf(rows, 2);
  expect(page).toEqual(rows.slice(0, 2));
  expect(parseCursor(nextCursor ?? undefined)).toEqual(rows[1]);
});

test.each([3, 4])('three rows on a page of at most %d have none', (limit) => {
  expect(pageOf(rows, limit)).toEqual({ page: rows, nextCursor: null });
});

test('an empty list has an empty page', () => {
  expect(pageOf([], 2)).toEqual({ page: [], nextCursor: null });
});

test('a cursor keeps its rank', () => {
  const cursor = { at: rows[0]?.at ?? '', id: rows[0]?.id ?? '', rank: 3 };
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
});
