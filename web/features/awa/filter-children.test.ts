import { expect, test } from 'vitest';
import { type ChildFilter, filterChildren } from '#web/features/awa/filter-children.ts';

const pads = { topicId: 'A', groupMode: 'TRACK_PERIOD' as const, title: 'Pads and  cups' };
const ibeji = { topicId: 'A', groupMode: 'TRACK_PREGNANCY' as const, title: 'Ìbejì mums' };
const waiting = { topicId: 'B', groupMode: 'TRACK_PREGNANCY' as const, title: 'Waiting' };
const filter = filterChildren(({ title }: typeof pads | typeof ibeji | typeof waiting) => [title]);

test.each<[string, ChildFilter, object[]]>([
  ['', {}, [pads, ibeji, waiting]],
  [' IBEJI', {}, [ibeji]],
  ['pads and cups', {}, [pads]],
  ['', { topic: 'A' }, [pads, ibeji]],
  ['', { group: 'TRACK_PREGNANCY' }, [ibeji, waiting]],
  ['a', { topic: 'B', group: 'TRACK_PREGNANCY' }, [waiting]],
  ['', { topic: 'C' }, []],
])('“%s” of %j', (text, chosen, found) => {
  expect(filter([pads, ibeji, waiting], text, chosen)).toEqual(found);
});
