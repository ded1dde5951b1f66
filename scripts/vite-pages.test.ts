import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaChunk, sharedChunk, withoutJsonSchema } from '#scripts/vite-pages.ts';

type Graph = Record<string, { needs?: readonly string[]; fetchesLater?: readonly string[] }>;

/** The chunk of each module of a desk whose entry is `main.tsx`, given the files in `web/` and their imports. */
function chunksOf(graph: Graph) {
  const path = (file: string) => `/desk/web/${file}`;
  const importersOf = (id: string, by: 'needs' | 'fetchesLater') =>
    Object.keys(graph).filter((file) => graph[file]?.[by]?.some((needed) => path(needed) === id));
  const getModuleInfo = (id: string) => ({
    isEntry: id === path('main.tsx'),
    importers: importersOf(id, 'needs').map(path),
    dynamicImporters: importersOf(id, 'fetchesLater').map(path),
  });
  const chunkOf = (id: string) =>
    sharedChunk('users', 'doctors')(id, { getModuleInfo }) ?? areaChunk('users')(id, { getModuleInfo });
  return Object.fromEntries(Object.keys(graph).map((file) => [file, chunkOf(path(file))]));
}

test('what several parts of the desk need is in a chunk of those that need it', () => {
  const chunks = chunksOf({
    'main.tsx': {
      needs: ['app/areas.ts'],
      fetchesLater: [
        'features/users/page.tsx',
        'features/doctors/page.tsx',
        'features/doctors/services-page.tsx',
        'features/awa/page.tsx',
        'app/login-page.tsx',
      ],
    },
    'app/login-page.tsx': { needs: ['form/password.tsx', 'ui/mark.tsx', 'features/doctors/search.ts'] },
    'app/areas.ts': { needs: ['features/doctors/search.ts'] },
    'features/doctors/search.ts': {},
    'features/users/page.tsx': {
      needs: ['ui/table.tsx', 'ui/card.tsx'],
      fetchesLater: ['ui/confirm.tsx', 'features/users/panel.tsx'],
    },
    'features/doctors/page.tsx': {
      needs: ['features/doctors/doctor.tsx', 'features/doctors/search.ts', 'ui/card.tsx', 'ui/row.tsx'],
      fetchesLater: ['ui/confirm.tsx', 'features/doctors/fields.tsx'],
    },
    'features/doctors/services-page.tsx': { needs: ['features/doctors/doctor.tsx'] },
    'features/awa/page.tsx': {
      needs: ['features/awa/kinds.ts', 'features/awa/contract.ts', 'ui/icon.tsx', 'ui/row.tsx'],
      fetchesLater: ['features/awa/dialog.tsx'],
    },
    'features/awa/dialog.tsx': { needs: ['features/awa/kinds.ts'] },
    // Its own page needs it, and a module that this page fetches later: a chunk of that page.
    'features/awa/kinds.ts': {},
    // Only the page of the users fetches it later.
    'features/awa/contract.ts': {},
    'features/users/panel.tsx': { needs: ['features/awa/contract.ts'] },
    'features/doctors/doctor.tsx': { needs: ['ui/tags.tsx', 'ui/label.ts'] },
    'features/doctors/fields.tsx': { needs: ['ui/label.ts', 'form/input.tsx', 'form/password.tsx'] },
    'ui/confirm.tsx': { needs: ['form/input.tsx', 'ui/busy.tsx', 'ui/icon.tsx'] },
    'ui/table.tsx': { needs: ['ui/busy.tsx'] },
    'ui/busy.tsx': {},
    'ui/card.tsx': {},
    'ui/tags.tsx': {},
    // One page needs it, and so does a module that several pages fetch later.
    'ui/icon.tsx': {},
    'ui/row.tsx': {},
    'ui/label.ts': {},
    'form/input.tsx': {},
    'form/password.tsx': {},
    'ui/mark.tsx': {},
  });
  const inChunk = (name: string | null) => Object.keys(chunks).filter((file) => chunks[file] === name);
  expect(inChunk('index')).toEqual(['main.tsx', 'app/areas.ts', 'features/doctors/search.ts']);
  expect(inChunk('soon')).toEqual(['app/login-page.tsx', 'form/password.tsx', 'ui/mark.tsx']);
  expect(inChunk('shared')).toEqual(['ui/busy.tsx', 'ui/card.tsx']);
  expect(inChunk('of-doctors')).toEqual(['features/doctors/doctor.tsx', 'ui/tags.tsx', 'ui/label.ts']);
  expect(inChunk('of-awa')).toEqual(['features/awa/kinds.ts', 'features/awa/contract.ts']);
  expect(inChunk('shared-by-others')).toEqual(['ui/row.tsx']);
  // The page of the doctors, which is the `large` one here, does not need it.
  expect(inChunk('shared-forms')).toEqual(['ui/icon.tsx']);
});

test('with twelve pages, several of them in one area, the first page never needs what only others share', () => {
  const names = ['users', 'awa', 'cycle', 'doctors'].flatMap((area) =>
    ['page', 'one-page', 'two-page'].map((name) => `features/${area}/${name.replace('-', `-${area}-`)}.tsx`),
  );
  const pieces = Array.from({ length: 30 }, (_, index) => `ui/piece-${index}.tsx`);
  /** Some pieces from this index on: a piece needs only later ones, so that there is no cycle. */
  const some = (from: number) => fc.subarray(pieces.slice(from)).map((chosen) => chosen.slice(0, 3));
  const needs = fc.tuple(...names.map(() => some(0)), ...pieces.map((_, index) => some(index + 1)));
  fc.assert(
    fc.property(some(20), needs, (first, drawn) => {
      const graph: Graph = { 'main.tsx': { needs: first, fetchesLater: names } };
      for (const [index, file] of [...names, ...pieces].entries()) graph[file] = { needs: drawn[index] ?? [] };
      const chunks = chunksOf(graph);
      const needed = new Set(['features/users/page.tsx']);
      for (const file of needed) for (const one of graph[file]?.needs ?? []) needed.add(one);
      expect([...needed].filter((file) => /^shared-(by-others|forms)$/.test(chunks[file] ?? ''))).toEqual([]);
      for (const file of pieces.filter((piece) => chunks[piece] === 'shared')) {
        expect([...needed], 'a chunk of the first page has nothing that it does without').toContain(file);
      }
    }),
    { numRuns: 30, seed: 20_261_121 },
  );
});

test.each(['to-json-schema', 'json-schema-processors'])(
  'of %s of zod the browser gets only the names',
  async (name) => {
    const file = path.resolve(`node_modules/zod/v4/core/${name}.js`);
    const { load } = withoutJsonSchema() as { load: (id: string) => string | null };
    const names = [...(load(file) ?? '').matchAll(/^export const (\w+) = \(\) => undefined;$/gm)].map(([, one]) => one);
    expect(names.length).toBeGreaterThan(5);
    expect(Object.keys(await import(file))).toEqual(expect.arrayContaining(names));
    expect(load(path.resolve('node_modules/zod/v4/core/schemas.js'))).toBeNull();
  },
);
