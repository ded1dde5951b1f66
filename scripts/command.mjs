// npm run staff, backup, restore, doctor, check-links: a command from the shell, by its name. --help describes it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenChanged, checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
const [name] = process.argv.splice(2, 1);
const command = path.join(root, `dist/server/${name}.mjs`);
// Does not rebuild or reinstall, however old the files are, because a running desk uses them.
if (!existsSync(command) || !existsSync('node_modules')) {
  install();
  await buildWhenChanged();
}
await import(pathToFileURL(command).href);
