import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const entityRooms =
  'web/entity/approvals web/entity/define web/entity/editions web/entity/remarks web/entity/import web/entity/form web/entity/list web/entity/page';

/**
 * Which folder may import which. A folder may import itself and the folders that its row names. A row names only
 * folders of rows above it, so there are no cycles. The rows `server` and `web` are the files directly in these
 * folders.
 */
const rows: [folder: string, mayImport: string][] = [
  ['contract', ''],
  ['server/concurrency', ''],
  ['server/database', 'contract server/concurrency'],
  ['server/http', 'contract server/concurrency server/database'],
  ['server/auth', 'contract server/concurrency server/http server/database'],
  ['server/images', 'contract server/concurrency server/http server/database server/auth'],
  ['server/rich-text', 'contract'],
  ['server/medical-texts', ''],
  ['server/log', 'contract server/http server/database server/auth'],
  [
    'server/records',
    'contract server/concurrency server/http server/database server/auth server/images server/rich-text server/log',
  ],
  ['server/history', 'contract server/http server/database server/images server/log server/records'],
  ['server/feature.ts', 'contract server/http server/auth server/images server/records server/history'],
  // Areas with editions use its handlers.
  [
    'server/editions',
    'contract server/http server/database server/auth server/log server/records server/history server/feature.ts',
  ],
  [
    'server/*',
    'contract server/concurrency server/http server/database server/auth server/images server/rich-text server/log ' +
      'server/records server/history server/feature.ts server/editions server/medical-texts',
  ],
  ['server/backup', 'contract server/database server/images server/log'],
  // It writes people and posts, and erases them as their areas do.
  [
    'server/app-backend',
    'contract server/concurrency server/http server/database server/auth server/images server/history server/feature.ts server/*',
  ],
  // It hides, shows and erases posts and comments as their area does.
  [
    'server/moderation',
    'contract server/http server/database server/auth server/images server/log server/records server/history server/feature.ts server/*',
  ],
  // It is about the people of cases.
  [
    'server/safety',
    'contract server/concurrency server/http server/database server/auth server/images server/log server/records server/history server/feature.ts server/moderation server/*',
  ],
  // It reads the tables of every area whose texts cite sources.
  [
    'server/sources',
    'contract server/http server/database server/auth server/log server/records server/history server/feature.ts server/*',
  ],
  // It counts the lists of the other areas, by their conditions.
  [
    'server/home',
    'contract server/http server/database server/auth server/log server/records server/history server/feature.ts server/* ' +
      'server/app-backend server/moderation server/safety',
  ],
  // It has the times of the other areas.
  [
    'server/calendar',
    'contract server/database server/auth server/log server/records server/history server/feature.ts server/*',
  ],
  // It finds the records of the other areas.
  [
    'server/search',
    'contract server/http server/database server/auth server/log server/records server/history server/feature.ts server/* server/moderation',
  ],
  ['server/saved-views', 'contract server/http server/database server/auth server/history server/feature.ts'],
  [
    'server/features.ts',
    'server/* server/app-backend server/calendar server/editions server/home server/moderation server/safety server/saved-views server/search server/sources',
  ],
  ['server/env.ts', 'contract server/database server/auth'],
  [
    'server/app.ts',
    'contract server/http server/database server/auth server/images server/history server/feature.ts server/features.ts ' +
      'server/env.ts server/*',
  ],
  [
    'server/run',
    'contract server/concurrency server/http server/database server/auth server/images server/log server/feature.ts server/features.ts server/env.ts server/app.ts ' +
      'server/app-backend server/safety server/*',
  ],
  [
    'server/commands',
    'contract server/http server/database server/auth server/images server/log server/backup server/feature.ts ' +
      'server/features.ts server/env.ts server/app.ts server/run server/app-backend server/safety server/sources',
  ],
  ['server', 'server/http server/database server/env.ts server/run'],
  ['web/lib', 'contract'],
  ['web/start', 'contract web/lib'],
  ['web/drafts', 'contract web/lib'],
  ['web/ui', 'contract web/lib web/drafts'],
  ['web/form', 'contract web/lib web/drafts web/ui'],
  ['web/api', 'contract web/lib web/start'],
  ['web/factors', 'contract web/lib web/ui web/form web/api'],
  ['web/rich-text', 'contract web/lib web/ui web/form web/api'],
  ['web/history', 'contract web/lib web/drafts web/ui web/form web/api'],
  ['web/entity/remarks', 'contract web/lib web/ui web/form web/api'],
  ['web/entity/import', 'contract web/lib web/ui web/api web/history'],
  ['web/entity/approvals', 'contract web/lib web/ui web/form web/api web/history web/entity/remarks'],
  ['web/entity/define', 'contract web/lib web/ui web/form web/api web/rich-text web/history web/entity/approvals'],
  [
    'web/entity/editions',
    'contract web/lib web/ui web/form web/api web/history web/entity/approvals web/entity/define',
  ],
  [
    'web/entity/form',
    'contract web/lib web/drafts web/ui web/form web/api web/history web/entity/approvals web/entity/define web/entity/editions',
  ],
  [
    'web/entity/list',
    'contract web/lib web/drafts web/ui web/api web/history web/entity/approvals web/entity/define web/entity/form',
  ],
  [
    'web/entity/page',
    'contract web/lib web/ui web/form web/api web/history web/entity/approvals web/entity/define web/entity/editions web/entity/form web/entity/list',
  ],
  ['web/review', 'contract web/lib web/ui web/api web/history web/entity/approvals web/entity/remarks'],
  ['web/home', 'contract web/lib web/ui web/api'],
  ['web/calendar', 'contract web/lib web/ui web/api'],
  ['web/views', 'contract web/lib web/ui web/api'],
  ['web/features/*', `contract web/lib web/drafts web/ui web/form web/api web/rich-text web/history ${entityRooms}`],
  [
    'web/app',
    `contract web/lib web/drafts web/ui web/form web/api web/factors web/history ${entityRooms} web/calendar web/home web/review web/views web/features/*`,
  ],
  ['web', 'contract web/lib web/start web/api web/features/* web/app'],
];

/** Packages that a side never imports. */
const foreign: [folder: RegExp, packages: RegExp][] = [
  [/^contract\//, /^(?!zod$)/],
  [/^server\//, /^(react|react-dom|@mantine|@tanstack|@tabler)(\/|$)/],
  [/^web\//, /^(node:|fastify|pg$|drizzle-orm)/],
];

const folders = new Set(rows.map(([folder]) => folder));

/** The row of a file, and its feature where one row covers all features. */
function rowOf(file: string) {
  if (folders.has(file)) return { row: file, feature: '' };
  const folder = path.posix.dirname(file);
  const [side = '', room = '', feature = ''] = folder.split('/');
  if (room === 'features') return { row: 'web/features/*', feature };
  if (side === 'contract' || room === '') return { row: side, feature: '' };
  const nested = `${side}/${room}/${feature}`;
  if (folders.has(nested)) return { row: nested, feature: '' };
  const own = `${side}/${room}`;
  return folders.has(own) ? { row: own, feature: '' } : { row: `${side}/*`, feature: room };
}

const files = ['contract', 'server', 'web']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => path.posix.join(entry.parentPath, entry.name));

/** Matches an import of our code that loads with the file, which type imports and dynamic imports do not. */
const loadedAtOnce = /^import (?!type )(?:[^;']* from )?'(#[^']+)';/gm;

const imported = (file: string, by = /(?:\bfrom\s|\bimport\s*\(?)\s*'([^'\s]+)'/g) =>
  [...readFileSync(file, 'utf8').matchAll(by)].map(([, name = '']) => name);

/** The files that load with these, including these. */
function loadedWith(...entries: string[]) {
  const seen = new Set(entries);
  for (const file of seen) {
    const code = imported(file, loadedAtOnce).map((name) => name.slice(1));
    for (const name of code) if (/\.tsx?$/.test(name)) seen.add(name);
  }
  return [...seen];
}

/** The reason why this import is not allowed; undefined if it is. */
function wrong(file: string, name: string) {
  if (name.startsWith('.')) return 'is relative';
  if (!name.startsWith('#')) {
    return foreign.some(([folder, packages]) => folder.test(file) && packages.test(name)) ? 'is foreign' : undefined;
  }
  const from = rowOf(file);
  const to = rowOf(name.slice(1));
  if (from.row === to.row) {
    const own = from.feature === to.feature || /^#server\/[\w-]+\/tables\.ts$/.test(name);
    return own ? undefined : 'is of another feature';
  }
  const allowed = rows.find(([folder]) => folder === from.row)?.[1].split(' ') ?? [];
  return allowed.includes(to.row) ? undefined : 'goes upwards';
}

describe('imports', () => {
  test('name only rows above their own in this table', () => {
    const order = rows.map(([folder]) => folder);
    const upwards = rows.flatMap(([folder, names]) =>
      names
        .split(' ')
        .filter((name) => name !== '' && !(order.includes(name) && order.indexOf(name) < order.indexOf(folder)))
        .map((name) => `${folder} -> ${name}`),
    );
    expect(upwards).toEqual([]);
  });

  test('follow the table', () => {
    const found = files.flatMap((file) =>
      imported(file).flatMap((name) => {
        const why = wrong(file, name);
        return why ? [`${file} imports ${name}, which ${why}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  test('bring the contract of an area only with its pages: the first screen needs that of the users', () => {
    const seen = loadedWith('web/main.tsx', 'web/features/users/page.tsx');
    expect(seen.length).toBeGreaterThan(50);
    const contracts = seen.filter((file) => file.startsWith('contract/'));
    const basis = [
      'areas',
      'auth',
      'common',
      'errors',
      'fold',
      'history',
      'kinds',
      'normalized',
      'opened-page',
      'roles',
      'route',
      'tracking-modes',
      'users',
    ];
    expect(contracts.toSorted()).toEqual(basis.map((name) => `contract/${name}.ts`));
  });

  test('bring to no page the contract of another area, but that of the users', () => {
    const all = readdirSync('web/features').filter((area) => files.includes(`contract/${area}.ts`));
    const areas = all.filter((area) => area !== 'users');
    expect(areas.length).toBeGreaterThan(3);
    const pages = files.filter((file) =>
      /^web\/(features\/[\w-]+|history|review)\/(page|[\w-]+-page)\.tsx$/.test(file),
    );
    const foreigners = pages.flatMap((page) => {
      const loaded = loadedWith(page).filter((file) => file.startsWith('web/'));
      const contracts = new Set(loaded.flatMap((file) => imported(file, loadedAtOnce)));
      const others = areas.filter((area) => !page.includes(`/${area}/`) && contracts.has(`#contract/${area}.ts`));
      return [...others, ...(contracts.has('#contract/api.ts') ? ['api'] : [])].map((area) => `${page}: ${area}`);
    });
    expect(foreigners).toEqual([]);
  });

  test('that break a rule are reported', () => {
    expect(wrong('server/http/mount.ts', '#server/history/history.ts')).toBe('goes upwards');
    expect(wrong('server/users/handlers.ts', '#server/doctors/handlers.ts')).toBe('is of another feature');
    expect(wrong('server/users/handlers.ts', '#server/doctors/tables.ts')).toBeUndefined();
    expect(wrong('web/features/users/page.tsx', '#web/features/doctors/page.tsx')).toBe('is of another feature');
    expect(wrong('web/ui/content-card.tsx', '#web/api/call.ts')).toBe('goes upwards');
    expect(wrong('web/ui/content-card.tsx', './card.module.css')).toBe('is relative');
    expect(wrong('contract/users.ts', 'react')).toBe('is foreign');
    expect(wrong('contract/users.ts', 'zod')).toBeUndefined();
    expect(wrong('web/app/app.tsx', '#server/app.ts')).toBe('goes upwards');
  });
});
