// npm test: all checks on a fresh clone. npm run check (--fast): the checks that need neither a database nor a browser.
// Every step runs even if a previous one failed, and the last line counts steps and tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
/** One line for each failed test. */
const reasons = [];

function run(name, script, args, env = {}) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const command = [path.join('node_modules', script), ...args];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...env } });
  const passed = status === 0;
  if (!passed) failures.push(name);
  console.log(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return passed;
}

/** A step that counts as one test. */
function step(name, script, ...args) {
  counted[run(name, script, args) ? 'passed' : 'failed'] += 1;
}

/** A step with several tests, counted from its report. */
function suite(name, { report, count, failuresOf, script, args, env }) {
  const passed = run(name, script, args, env);
  const file = path.join(reports, report);
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const found = result ? count(result) : { passed: 0, failed: 0 };
  if (result) for (const { test, error } of failuresOf(result)) reasons.push(`${test}: ${shorten(error)}`);
  counted.passed += found.passed;
  // A suite that broke before or after its tests has failed, whatever its counts.
  counted.failed += found.failed || (passed && found.passed > 0 ? 0 : 1);
}

/** The start of an error on one line, so that the end of a run, often all that is kept of it, has each cause. */
const shorten = (error) => stripVTControlCharacters(error).replace(/\s+/g, ' ').trim().slice(0, 300);

const ofVitest = {
  count: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  failuresOf: ({ testResults }) =>
    testResults.flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      // A file that could not be loaded has a message and no tests.
      if (message && failed.length === 0) return [{ test: file, error: message }];
      return failed.map(({ fullName, failureMessages }) => {
        const error = failureMessages.join(' ');
        const [, line = ''] = error.split(`${file}:`);
        return { test: `${file}:${Number.parseInt(line, 10) || '?'} ${fullName}`, error };
      });
    }),
};

/** The tests of a file and of the groups in it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
const ofPlaywright = {
  count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  failuresOf: (report) =>
    specsOf(report)
      .filter(({ ok }) => !ok)
      .map(({ file, line, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
        const where = errors.find(({ location }) => location)?.location;
        return {
          test: `${file}:${line}`,
          error: [where && `${path.relative(root, where.file)}:${where.line}`, ...errors.map(({ message }) => message)]
            .filter(Boolean)
            .join(' '),
        };
      }),
};
const vitest = (report, projects, ...args) => ({
  ...ofVitest,
  report,
  script: 'vitest/vitest.mjs',
  args: [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test-results/${report}`,
    ...args,
  ],
});

step('format', 'oxfmt/bin/oxfmt', '--check', '.');
step('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings');
step('types', 'typescript/bin/tsc', '--noEmit');
step('dead code', 'knip/bin/knip.js');
step('advisories', '../scripts/advisories.mjs');
if (fast) {
  suite('unit tests', vitest('vitest.json', ['unit']));
} else {
  const { ensureChromium } = await import('./chromium.mjs');
  const { build } = await import('./build.mjs');
  ensureChromium();
  await build();
  step('browsers', 'tsx/dist/cli.mjs', 'scripts/check-browsers.ts');
  suite('unit and API tests', vitest('vitest.json', ['unit', 'api']));
  const faults = ['tests/chaos/faults.chaos.test.ts', '-t', 'kill -9|is killed|takes over'];
  suite('faults under load', { ...vitest('faults.json', ['chaos'], ...faults), env: { CHAOS: 'short' } });
  suite('browser tests', {
    ...ofPlaywright,
    report: 'playwright.json',
    script: '@playwright/test/cli.js',
    args: ['test'],
  });
}

for (const name of failures) console.log(`FAILED: ${name}`);
const summary = [...reasons, `${counted.passed} passed, ${counted.failed} failed`].join('\n');
writeFileSync(path.join(reports, 'summary.txt'), `${summary}\n`);
console.log(`\n${summary}`);
process.exit(counted.failed === 0 && failures.length === 0 ? 0 : 1);
