// npm start: the whole set-up on a fresh clone, a quick check later. The server runs in this process, so that
// Ctrl-C and other signals reach it.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenChanged, checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
install();
await buildWhenChanged();
await import(pathToFileURL(path.join(root, 'dist/server/main.mjs')).href);
