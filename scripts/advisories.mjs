// Fails when a shipped package has a known advisory. Reports it, and passes, when the registry does not respond.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './prepare.mjs';
import { shippedPackages } from './shipped.mjs';

/**
 * One line for each package with an advisory in a report of `npm audit --json` that is in one of these places of the
 * lock file; null when there is no report, because the registry was not reached or has no advisories.
 */
export function readAudit(output, places) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return null;
  }
  if (!report.auditReportVersion) return null;
  return Object.values(report.vulnerabilities)
    .filter(({ nodes }) => nodes.some((place) => place in places))
    .map(({ name, severity, range, via }) => {
      const titles = via.map((one) => (typeof one === 'string' ? `through ${one}` : one.title));
      return `${name} ${range} (${severity}): ${titles.join('; ')}`;
    });
}

function main() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 60_000,
  });
  const problems = readAudit(stdout, shippedPackages().lock.packages);
  if (problems === null) {
    console.log('Advisories were not checked: the registry did not answer with a report.');
    return 0;
  }
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(main());
