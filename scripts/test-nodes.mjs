// npm run test:nodes: the unit and API tests on each supported version of Node, one after the other, except the
// installed one, which `npm test` covers. Arguments go to Vitest, as in `npm run test:nodes -- server/http`.
import { spawnSync } from 'node:child_process';
import { nodeBinary, nodeEnvironment, nodeVersions } from './node-versions.mjs';
import { checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
install();

const [installed] = process.versions.node.split('.');
const others = Object.keys(nodeVersions).filter((major) => major !== installed);
// All are downloaded before the first test runs.
const binaries = others.map((major) => ({ version: nodeVersions[major], binary: nodeBinary(major) }));
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--project=api', ...process.argv.slice(2)];

const results = binaries.map(({ version, binary }) => {
  console.log(`\n== Node ${version}`);
  const started = performance.now();
  const { status } = spawnSync(binary, args, { stdio: 'inherit', env: nodeEnvironment(binary) });
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  return { passed: status === 0, line: `Node ${version}: ${status === 0 ? 'passed' : 'FAILED'} in ${minutes} min` };
});
console.log(`\n${results.map(({ line }) => line).join('\n')}`);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
