import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import { account, startBench } from '#bench/desk.ts';
import { table } from '#bench/table.ts';
import { measurements } from '#bench/ui-cases.ts';
import type { Line, Stage } from '#bench/ui-stage.ts';
import { deskTimeZone } from '#contract/common.ts';
import { chromiumOptions } from '#e2e/support/chromium.ts';
import { withoutStream } from '#e2e/support/without-stream.ts';

const { values } = parseArgs({
  options: {
    /**
     * The number of users. The export of fewer users is so small that the debugger keeps it and decodes it at the end,
     * in a task of 200 ms and more.
     */
    users: { type: 'string', default: '200000' },
    /**
     * Runs only one measurement: lighthouse, bundle, firstListCell, firstListCellWithSlowProcessor,
     * firstListCellOverSlowLink, firstRowOverSlowLink, tour, exporting, doctors, ladyDue, typing, posts.
     */
    only: { type: 'string' },
  },
});
const users = Number(values.users);
const say = (line: string) => process.stdout.write(`${line}\n`);

const profile = await mkdtemp(path.join(os.tmpdir(), 'awa-bench-browser-'));
const { args, ...found } = chromiumOptions();
/** As many cards as the demo data can have, most of them in the first mode. */
const cards = 2000;
const bench = await startBench(users, cards);
const browser = await chromium.launch({ ...found, args });
const shared = await chromium.launchPersistentContext(profile, {
  ...found,
  args: [...args, '--remote-debugging-port=0'],
});
/** Opens a page in a new browser without a session. */
async function newPage(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    ...options,
    viewport: { width: 1440, height: 900 },
    // The server draws pages for browsers in its zone.
    timezoneId: deskTimeZone,
  });
  await withoutStream(context);
  // tsx names functions with this helper, even in functions that are sent to a page, which lacks it.
  await context.addInitScript('globalThis.__name = (named) => named');
  return context.newPage();
}

try {
  say(`${users} users; ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`);
  const port = Number((await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')[0]);
  const stage: Stage = {
    desk: { address: bench.desk, ...account },
    bearer: bench.bearer,
    users,
    newPage,
    shared: { port, page: await shared.newPage() },
  };
  const lines: Line[] = [];
  const chosen = measurements.filter(({ name }) => !values.only || name === values.only);
  for (const measure of chosen) lines.push(...(await measure(stage)));
  const met = (line: Line) => (line.met === undefined ? '' : line.met ? 'yes' : 'NO');
  say(
    `\n${table(
      ['what', 'figure', 'must', 'met'],
      lines.map((line) => [line.what, line.figure, line.must ?? '', met(line)]),
    )}`,
  );
  say(`load ${os.loadavg()[0]?.toFixed(1)}`);
} finally {
  await shared.close();
  await browser.close();
  await bench.close();
  await rm(profile, { recursive: true, force: true });
}
