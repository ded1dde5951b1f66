import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Card } from '#contract/lady-due.ts';

/** The fields of one card that two people change. Its status and its time belong together. */
export type Fields = Pick<Card, 'title' | 'citations' | 'publishStatus' | 'publishedAt'>;

export const mergeGroups = [['publishStatus', 'publishedAt']] as const;

const texts = {
  title: fc.constantFrom('A', 'B', 'C'),
  citations: fc.constantFrom<string[]>([], ['x'], ['x', 'y'], ['y', 'x']),
};
const [monday, tuesday] = ['2099-01-05T09:00:00.000Z', '2099-01-06T09:00:00.000Z'] as const;

type Step = {
  editor: number;
  /** Null: the person reloads the card. */
  sent: Partial<Fields> | null;
};

const stepsWith = (publishing: fc.Arbitrary<Partial<Fields>>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      editor: fc.integer({ min: 0, max: 1 }),
      sent: fc.option(
        fc
          .tuple(fc.record(texts, { requiredKeys: [] }), fc.option(publishing, { nil: {} }))
          .map(([text, publish]): Partial<Fields> => Object.assign({}, text, publish))
          .filter((sent) => Object.keys(sent).length > 0),
        { freq: 4 },
      ),
    }),
    { minLength: 2, maxLength: 12 },
  );

/** The saves of two people one after the other, each based on the card as they last loaded it. */
export const steps = stepsWith(
  fc.record(
    {
      publishStatus: fc.constantFrom('draft', 'scheduled', 'published'),
      publishedAt: fc.constantFrom(null, monday, tuesday),
    },
    { requiredKeys: [] },
  ),
);

/** The same with values that the server stores unchanged: a draft has no time, and a scheduled card has one. */
export const savedSteps = stepsWith(
  fc.constantFrom<Partial<Fields>>(
    { publishStatus: 'draft', publishedAt: null },
    { publishStatus: 'scheduled', publishedAt: monday },
    { publishStatus: 'scheduled', publishedAt: tuesday },
  ),
);

type State = { version: number; fields: Fields };

/** The storage of the card: `save` returns the fields in conflict, or the card after the save. */
export type Store = {
  read: () => Promise<State>;
  save: (sent: Partial<Fields>, version: number) => Promise<{ conflicts: string[] } | State>;
  /** The fields of each version. */
  history: () => Promise<Map<number, Fields>>;
};

const groupOf = (name: keyof Fields): readonly (keyof Fields)[] =>
  mergeGroups.find((group) => (group as readonly string[]).includes(name)) ?? [name];

/**
 * Runs the steps and checks three conditions: a person who changes a field that has changed since they loaded it gets a
 * conflict, unless both wrote the same value; there are no other conflicts; every saved value is in the card or in its
 * history.
 */
export async function play(todo: Step[], store: Store) {
  let now = await store.read();
  const seen = [now, now];
  const saved = new Map([[now.version, now.fields]]);
  for (const { editor, sent } of todo) {
    if (sent === null) {
      seen[editor] = now;
      continue;
    }
    const mine = seen[editor] ?? now;
    const names = Object.keys(sent) as (keyof Fields)[];
    const differing = names.filter((name) => !isDeepStrictEqual(sent[name], now.fields[name]));
    const unseen = (name: keyof Fields) => !isDeepStrictEqual(mine.fields[name], now.fields[name]);
    const clashing = differing.filter((name) => groupOf(name).some(unseen));
    const outcome = await store.save(sent, mine.version);
    if ('conflicts' in outcome) {
      expect(outcome.conflicts.toSorted()).toEqual(clashing.toSorted());
      expect(clashing).not.toEqual([]);
    } else {
      expect(clashing).toEqual([]);
      const version = now.version + (differing.length > 0 ? 1 : 0);
      expect(outcome).toEqual({ version, fields: { ...now.fields, ...sent } });
      now = outcome;
      saved.set(now.version, now.fields);
    }
    // Both responses show the current card.
    seen[editor] = now;
  }
  expect(await store.read()).toEqual(now);
  expect(await store.history()).toEqual(saved);
}
