// npm run figures: size, names and English of the source, as a table to compare two commits by.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
  castsPerThousand,
  circles,
  countAliases,
  countLines,
  countWords,
  longFunctions,
  repeatedExports,
  vagueWords,
} from '#scripts/source-figures.ts';

const sides = ['contract', 'server', 'web'];
const all = [...sides, 'tests', 'e2e', 'engines', 'bench', 'scripts'].flatMap((side) =>
  readdirSync(side, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => path.posix.join(entry.parentPath, entry.name)),
);
const isTest = (file: string) => /\.test\.tsx?$|\/testing\/|^(?:e2e|engines|tests)\//.test(file);
const product = all.filter((file) => sides.some((side) => file.startsWith(`${side}/`)) && !isTest(file));
const code = product.filter((file) => /\.tsx?$/.test(file));
const inFolder = (folder: string) => code.filter((file) => file.startsWith(`${folder}/`));

const rooms = [...new Set(inFolder('server').map((file) => path.posix.dirname(file)))];
/** Invented people and texts of a new desk. */
const isData = (file: string) => /\/(?:demo|default|reference)[\w-]*\.ts$/.test(file);
const sizes = rooms.map(
  (room) => [room, countLines(code.filter((file) => path.posix.dirname(file) === room && !isData(file)))] as const,
);
const [largest] = sizes.toSorted(([, one], [, other]) => other - one);
const long = longFunctions(code);
const english = countWords(all);

const table: [figure: string, value: string | number][] = [
  ['lines of code, without tests', countLines(code)],
  ['lines of tests and their helpers', countLines(all.filter((file) => isTest(file)))],
  ['lines of CSS', countLines(product.filter((file) => file.endsWith('.css')))],
  ['lines of Lady Due on screen', countLines(inFolder('web/features/lady-due'))],
  ['largest folder of the server, without demo data', largest ? `${largest[0]} ${largest[1]}` : ''],
  ['functions over 60 lines', long.length],
  ['functions over 100 lines', longFunctions(code, 100).length],
  ['names that several files export', repeatedExports(code).length],
  ['imports under another name', countAliases(code)],
  ['casts per 1,000 lines of web/entity', castsPerThousand(inFolder('web/entity')).toFixed(1)],
  ['circles between files', circles(code).length],
  ['words of comment', english.words],
  ...Object.keys(vagueWords).map((name): [string, string] => [
    `“${name}” per 1,000 of them`,
    (english.perThousand[name] ?? 0).toFixed(2),
  ]),
];
for (const [figure, value] of table) process.stdout.write(`${figure.padEnd(60)} ${value}\n`);
if (process.argv.includes('--all')) {
  process.stdout.write(
    `\n${[...long, ...repeatedExports(code), ...circles(code).map((one) => one.join(' '))].join('\n')}\n`,
  );
}
