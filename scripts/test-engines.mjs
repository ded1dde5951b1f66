// npm run test:engines: every screen and flow in Chromium, Firefox and WebKit, and the seconds of each. With the
// argument `pictures` it takes screenshots of ten screens in each instead, for people to compare.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { getEngines } from './engines.mjs';
import { checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
install();
ensureChromium();
await build();

const report = 'test-results/engines.json';
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=engines',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    'engines/chromium.test.ts',
    ...getEngines(),
  ],
  { stdio: 'inherit', env: { ...process.env, ENGINES: process.argv[2] ?? 'all' } },
);
for (const { name, startTime, endTime } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
  console.log(`${path.basename(name, '.test.ts')}: ${Math.round((endTime - startTime) / 1000)} s`);
}
process.exit(status ?? 1);
