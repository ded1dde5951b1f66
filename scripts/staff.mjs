// npm run staff: manages accounts from the shell; see `npm run staff` for its words.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhenChanged, checkNode, install, root } from './prepare.mjs';

checkNode();
process.chdir(root);
install();
await buildWhenChanged();
await import(pathToFileURL(path.join(root, 'dist/server/staff.mjs')).href);
