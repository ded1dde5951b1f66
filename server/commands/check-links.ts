import { lookup } from 'node:dns/promises';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { addressIn } from '#contract/source-key.ts';
import { runCommand, say, WrongUse } from '#server/commands/command.ts';
import { type LinkFinding, type LinkState, checkLinks } from '#server/commands/links/check.ts';
import { isPublicAddress } from '#server/commands/links/public-address.ts';
import { isPublicBody } from '#server/commands/links/public-bodies.ts';
import { sessionConfig, withClient } from '#server/database/connect/pool.ts';
import { useEmbedded } from '#server/database/embedded/postgres.ts';
import { namedFile, readDatabaseAddress } from '#server/env.ts';
import { createLog } from '#server/http/log/log.ts';
import { type Cited, citedRows } from '#server/sources/cited.ts';

const usage = `Checks whether the pages that texts cite are still there. The desk itself never calls them.

  npm run check-links -- FOLDER
  npm run check-links -- FOLDER --file FILE

It reads the citations from the database, or the addresses in FILE, one a line, and writes into FOLDER: found.jsonl, a line
of JSON for each address, and state.json, the days of failures for the next run. Run it once a day: a page is gone after failures
on three days. It calls only the public bodies of its list, at public addresses, one request at a time for each host. Of all
settings it reads DATABASE_URL and DATA_DIR alone. The exit code is 0 when no page is gone or has moved, else 1; 2 when the
check was not possible.
`;

const readRows = (target: pg.ClientConfig) =>
  withClient(sessionConfig(target), async (client) => (await drizzle(client).execute<Cited>(citedRows)).rows);

/** The number of texts that cite each address. */
function countTexts(rows: readonly Cited[]): Map<string, number> {
  const texts = new Map<string, Set<string>>();
  for (const { id, citation } of rows) {
    const address = addressIn(citation);
    if (address !== undefined) texts.set(address, (texts.get(address) ?? new Set()).add(id));
  }
  return new Map([...texts].map(([address, ids]) => [address, ids.size]));
}

const readFrom = (file: string) =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => addressIn(line) ?? [])
      .map((address): [string, undefined] => [address, undefined]),
  );

function readState(file: string): LinkState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LinkState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${file} cannot be read as the state of an earlier run. Move it away to start again.`);
  }
}

/** Replaces a file as a whole, so that a run that is cut off leaves the old one. */
function replaceFile(file: string, text: string) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

const sayings: Record<LinkFinding['outcome'], string> = {
  ok: 'well',
  moved: 'moved for good',
  gone: 'gone',
  failed: 'failed, and count as gone after failures on three days',
  'cannot-tell': 'cannot be told: the host refuses automatic readers (403 or 429)',
  refused: 'not called: the host has an address that is not public',
  'not-listed': 'not called: the host is not on the list of public bodies',
};

await runCommand(
  usage,
  async ([name, option, file, ...more]) => {
    const isWrong = more.length > 0 || (option !== undefined && (option !== '--file' || file === undefined));
    if (!name || name.startsWith('-') || isWrong) throw new WrongUse('check-links takes a FOLDER, and --file FILE.');
    const folder = namedFile(name);
    const [found, kept] = ['found.jsonl', 'state.json'].map((one) => path.join(folder, one)) as [string, string];
    let addresses: Map<string, number | undefined>;
    if (file === undefined) {
      const { databaseUrl, dataDir } = readDatabaseAddress();
      if (databaseUrl) addresses = countTexts(await readRows({ connectionString: databaseUrl }));
      else addresses = countTexts(await useEmbedded(dataDir, createLog('silent'), readRows));
    } else addresses = readFrom(namedFile(file));
    mkdirSync(folder, { recursive: true });
    const { findings, state } = await checkLinks(addresses, {
      state: readState(kept),
      day: new Date().toISOString().slice(0, 10),
      reach: {
        isListed: isPublicBody,
        resolve: (host) => lookup(host, { all: true }),
        isPublic: isPublicAddress,
        timeLimit: 10_000,
      },
    });
    replaceFile(found, findings.map((finding) => `${JSON.stringify(finding)}\n`).join(''));
    replaceFile(kept, `${JSON.stringify(state, null, 2)}\n`);
    say(`${findings.length} addresses, in ${found}`);
    for (const [outcome, words] of Object.entries(sayings)) {
      const count = findings.filter((finding) => finding.outcome === outcome).length;
      if (count > 0) say(`${String(count).padStart(5)} ${words}`);
    }
    const todo = findings.filter(({ outcome }) => outcome === 'gone' || outcome === 'moved');
    for (const { outcome, address, to } of todo) say(`to do  ${outcome}: ${address}${to ? ` is now ${to}` : ''}`);
    return todo.length === 0 ? 0 : 1;
  },
  2,
  // Its settings are read where they are needed.
  () => {},
);
