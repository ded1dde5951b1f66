// npm test: the whole check on a fresh clone. npm run check (--fast): what needs neither a database nor a browser.
// Every step runs even when one before it failed, and the last line counts them with the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
install();

const fast = process.argv.includes('--fast');
const reports = path.join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const counted = { passed: 0, failed: 0 };
const failures = [];

function run(name, script, args) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [path.join('node_modules', script), ...args], { stdio: 'inherit' });
  const passed = status === 0;
  if (!passed) failures.push(name);
  console.log(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return passed;
}

/** A step that counts as one test. */
function step(name, script, ...args) {
  counted[run(name, script, args) ? 'passed' : 'failed'] += 1;
}

/** A step that brings tests of its own, counted from its report. */
function suite(name, report, count, script, ...args) {
  const passed = run(name, script, args);
  const file = path.join(reports, report);
  const found = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  counted.passed += found.passed;
  // A suite that broke before or after its tests has failed, whatever it counted.
  counted.failed += found.failed || (passed && found.passed > 0 ? 0 : 1);
}

const ofVitest = (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests });
const ofPlaywright = ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky });
const vitest = (...projects) => [
  'vitest/vitest.mjs',
  'run',
  ...projects.map((project) => `--project=${project}`),
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=test-results/vitest.json',
];

step('format', 'oxfmt/bin/oxfmt', '--check', '.');
step('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings');
step('types', 'typescript/bin/tsc', '--noEmit');
step('dead code', 'knip/bin/knip.js');
step('advisories', '../scripts/advisories.mjs');
if (fast) {
  suite('unit tests', 'vitest.json', ofVitest, ...vitest('unit'));
} else {
  const { ensureChromium } = await import('./chromium.mjs');
  const { build } = await import('./build.mjs');
  ensureChromium();
  await build();
  suite('unit and API tests', 'vitest.json', ofVitest, ...vitest('unit', 'api'));
  suite('browser tests', 'playwright.json', ofPlaywright, '@playwright/test/cli.js', 'test');
}

for (const name of failures) console.log(`FAILED: ${name}`);
const summary = `${counted.passed} passed, ${counted.failed} failed`;
writeFileSync(path.join(reports, 'summary.txt'), `${summary}\n`);
console.log(`\n${summary}`);
process.exit(counted.failed === 0 && failures.length === 0 ? 0 : 1);
