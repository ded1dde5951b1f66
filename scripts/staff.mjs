// npm run staff: manages accounts from the shell. Without words it lists its commands.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenChanged, checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
const command = path.join(root, 'dist/server/staff.mjs');
// What is built and installed stays as it is, however old, because a running desk uses it.
if (!existsSync(command) || !existsSync('node_modules')) {
  install();
  await buildWhenChanged();
}
await import(pathToFileURL(command).href);
