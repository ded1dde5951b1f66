// Checks the built dashboard for features that a supported browser (`web/lib/browsers.ts`) does not have.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exceptions } from '#scripts/browser-exceptions.ts';
import { newerCalls, newerStyles } from '#scripts/browser-features.ts';

const folder = 'dist/web';
/** The edition that all supported browsers can parse. */
const edition = 2022;
/** The first script also tells older browsers that they are too old. */
const firstEdition = 2015;

const used = new Map<string, string[]>();
const wrong: string[] = [];
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  // The API docs are a separate page, for developers.
  .filter((file) => /\.(js|css)$/.test(file) && !file.startsWith('docs'));
for (const file of files) {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const isFirst = path.basename(file).startsWith('start-');
  try {
    const found = file.endsWith('.css')
      ? newerStyles(text)
      : newerCalls(text, isFirst ? firstEdition : edition, isFirst ? 'script' : 'module');
    for (const name of found) used.set(name, [...(used.get(name) ?? []), file]);
  } catch (error) {
    wrong.push(`${file}: ${String(error)}`);
  }
}
if (!files.some((file) => path.basename(file).startsWith('start-'))) wrong.push(`${folder} has no first script`);

for (const [name, places] of used) {
  const { times = exceptions[name] ? places.length : 0 } = exceptions[name] ?? {};
  if (places.length > times) wrong.push(`${name} is newer than the browsers of README: ${places.join(', ')}`);
}
for (const [name, { times = 1 }] of Object.entries(exceptions)) {
  if ((used.get(name)?.length ?? 0) < times) wrong.push(`${name} is no longer an exception of ${times}`);
}

for (const line of wrong) console.error(line);
console.log(`${files.length} files of the dashboard, ${wrong.length} findings`);
process.exitCode = wrong.length > 0 ? 1 : 0;
