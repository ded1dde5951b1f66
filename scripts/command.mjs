// npm run staff, backup, restore, doctor: a command from the shell, by its name. With --help it says what it does.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenChanged, checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
const [name] = process.argv.splice(2, 1);
const command = path.join(root, `dist/server/${name}.mjs`);
// What is built and installed stays as it is, however old, because a running desk uses it.
if (!existsSync(command) || !existsSync('node_modules')) {
  install();
  await buildWhenChanged();
}
await import(pathToFileURL(command).href);
