import { readFileSync } from 'node:fs';

/** Words that hide the noun, each with the most uses that 1,000 words of comment may have. */
export const vagueWords = {
  what: [/\bwhat\b/gi, 3],
  thing: [/\bthings?\b/gi, 0.5],
  'somebody, nobody, everybody, whoever': [/\b(?:somebody|nobody|everybody|whoever)\b/gi, 0.5],
  'anew, meanwhile, by itself': [/\b(?:anew|meanwhile|by (?:itself|themselves))\b/gi, 0.2],
} as const satisfies Record<string, readonly [RegExp, number]>;

/** A comment, or a whole string, so that `//` within a string is not taken for a comment. */
const commentOrString =
  /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** The text of all comments of a source file, without directives to the linter. */
const commentsIn = (source: string): string =>
  [...source.matchAll(commentOrString)]
    .map(([found]) => found)
    .filter((found) => found.startsWith('/') && !found.includes('oxlint-'))
    .join('\n');

/** Counts the words of comments, and of these the vague ones. */
export function countWordsIn(...sources: string[]) {
  const text = sources.map(commentsIn).join('\n');
  const words = text.match(/[A-Za-z][\w’'-]*/g)?.length ?? 0;
  const perThousand = Object.fromEntries(
    Object.entries(vagueWords).map(([name, [pattern]]) => [
      name,
      words === 0 ? 0 : ((text.match(pattern)?.length ?? 0) / words) * 1000,
    ]),
  );
  return { words, perThousand };
}

export const countWords = (files: readonly string[]) =>
  countWordsIn(...files.map((file) => readFileSync(file, 'utf8')));

const codeOf = (file: string) =>
  readFileSync(file, 'utf8').replaceAll(commentOrString, (found) => (found.startsWith('/') ? '' : found));

/** Names that more than one file exports. */
export function repeatedExports(files: readonly string[]): string[] {
  const seen = new Map<string, number>();
  for (const file of files) {
    const names = codeOf(file).matchAll(/^export (?:abstract |async )*(?:function\*?|const|let|class|type) (\w+)/gm);
    for (const name of new Set([...names].map(([, one = '']) => one))) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen].flatMap(([name, count]) => (count > 1 ? [name] : [])).sort();
}

/** Imports under another name. */
export const countAliases = (files: readonly string[]): number =>
  files
    .flatMap((file) => codeOf(file).match(/^import [^;]*;/gm) ?? [])
    .join('')
    .match(/\w+ as \w+/g)?.length ?? 0;

/** Type assertions, `as const` apart, per 1,000 lines. */
export function castsPerThousand(files: readonly string[]): number {
  const code = files.map((file) =>
    codeOf(file)
      .replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
      .replaceAll(/^(?:import|export) [^;{]*\{[^}]*\}[^;]*;|^import [^;]*;/gm, ''),
  );
  const casts = code.join('\n').match(/\bas (?!const\b)(?:[A-Za-z{[(])/g)?.length ?? 0;
  return (casts / countLines(files)) * 1000;
}

export const countLines = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);

/** Functions at the top level of a file that have more than `most` lines: `file: name lines`. */
export function longFunctions(files: readonly string[], most = 60): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      const [, name] = /^(?:export )?(?:default )?(?:async )?(?:function\*? |const )(\w+)/.exec(line) ?? [];
      const isFunction = /\bfunction\b|=>|[=(] ?(?:async )?\($|\bmemo\(/.test(line) || line.endsWith('(');
      if (!name || !isFunction || /[;}]$/.test(line)) return [];
      // It ends with a bracket in the first column, or, where it is one expression, before the next declaration.
      const after = lines.slice(at + 1).findIndex((one) => /^[})\]/\w]/.test(one) && !/^[})\]].*\{$/.test(one));
      const length = after + 2;
      return length > most ? [`${file}: ${name} ${length}`] : [];
    });
  });
}

/** Files that import each other in a circle, types included. Names are `#folder/file.ts` from the root. */
export function circles(files: readonly string[]): string[][] {
  const imports = new Map(
    files.map((file) => [file, [...codeOf(file).matchAll(/'#([\w/.-]+\.tsx?)'/g)].map(([, to = '']) => to)]),
  );
  // Tarjan's strongly connected components.
  const found: string[][] = [];
  const [stack, index, low] = [[] as string[], new Map<string, number>(), new Map<string, number>()];
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const to of imports.get(file) ?? []) {
      if (!imports.has(to)) continue;
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of files) if (!index.has(file)) visit(file);
  return found;
}
