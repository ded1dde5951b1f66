import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AnyNode, type Options, parse } from 'acorn';
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { browsers } from '#web/lib/browsers.ts';

// Read and parsed here, as Node 20 imports no JSON module without a flag.
const source = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));
const data = JSON.parse(readFileSync(source, 'utf8')) as CompatData;

const promised = Object.entries(browsers);

/** Whether one version is the same as another or newer: `16.10` is newer than `16.4`. */
function reaches(version: string, least: string) {
  const [one = [], other = []] = [version, least].map((text) => text.replace('≤', '').split('.').map(Number));
  const at = [0, 1].find((place) => (one[place] ?? 0) !== (other[place] ?? 0)) ?? 0;
  return (one[at] ?? 0) >= (other[at] ?? 0);
}

const hasIt = (version: string) => (statement: SimpleSupportStatement) =>
  typeof statement.version_added === 'string' &&
  statement.version_added !== 'preview' &&
  reaches(version, statement.version_added) &&
  !(typeof statement.version_removed === 'string' && reaches(version, statement.version_removed)) &&
  !statement.flags &&
  !statement.prefix &&
  !statement.alternative_name;

/** Whether each supported browser has a feature. A feature without data counts as supported. */
function isPromised(feature: Identifier | undefined) {
  const support = feature?.__compat?.support;
  return (
    !support ||
    promised.every(([browser, version]) => {
      const statements = support[browser as keyof typeof support];
      return !statements || [statements].flat().some(hasIt(version));
    })
  );
}

const featuresIn = (feature: Identifier | undefined) =>
  Object.entries(feature ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][];

const builtins = data.javascript.builtins ?? {};
const kinds = { ...data.api, ...builtins } as Record<string, Identifier>;

/** The interface of the object behind each of these global names. */
const instances: Record<string, string> = {
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  document: 'Document',
  navigator: 'Navigator',
};

/** Interfaces that any object may have. Members of others are found where the object is named: `URL.canParse`. */
const common =
  'Element HTMLElement HTMLInputElement HTMLFormElement Node Document Window Range Selection Event AbortSignal';
const isCommon = (kind: string) => kind in builtins || common.split(' ').includes(kind);

/** For each member name, the features with that name: `at` of arrays and of strings. */
const members = new Map<string, Identifier[]>();
for (const [kind, feature] of Object.entries(kinds)) {
  for (const [name, member] of isCommon(kind) ? featuresIn(feature) : []) {
    if (!name.endsWith('_static')) members.set(name, [...(members.get(name) ?? []), member]);
  }
}

/**
 * A member that some supported browser lacks: of the object if that is known, as in `URL.canParse`, otherwise by its
 * name, if every feature with this name is newer.
 */
function newerMember(object: string | undefined, name: string) {
  const kind = object === undefined ? undefined : kinds[instances[object] ?? object];
  const known = kind && [kind[`${name}_static`], kind[name]].find(Boolean);
  if (known) return isPromised(known) ? undefined : `${object}.${name}`;
  const all = members.get(name);
  return all && !all.some(isPromised) ? `.${name}` : undefined;
}

/** Global names: `structuredClone`, `Temporal`. */
const globals = (name: string) => kinds[name] ?? kinds.Window?.[name];

/** A node and all its descendants. */
function nodesOf(node: AnyNode, all: AnyNode[] = []) {
  all.push(node);
  for (const value of Object.values(node) as unknown[]) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (child !== null && typeof child === 'object' && 'type' in child) nodesOf(child as AnyNode, all);
    }
  }
  return all;
}

const nameOf = (node: AnyNode, computed: boolean) => {
  if (!computed && node.type === 'Identifier') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
};

/** The object of a member: `URL` in `URL.canParse`, as a global name or a property of the window. */
function objectOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return undefined;
  return instances[node.object.name] === 'Window' ? nameOf(node.property, node.computed) : undefined;
}

/**
 * The calls and names in a script that some supported browser lacks, once per occurrence. The parser refuses syntax
 * newer than the edition, including that of regular expressions.
 */
export function newerCalls(
  script: string,
  edition: Options['ecmaVersion'],
  sourceType: 'module' | 'script' = 'module',
) {
  const nodes = nodesOf(parse(script, { ecmaVersion: edition, sourceType }));
  const own = new Set<string>();
  const found: string[] = [];
  for (const node of nodes) {
    // A minified name of the script is not a global of the browser, nor is a key of an object.
    if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      for (const one of node.id ? nodesOf(node.id) : []) if (one.type === 'Identifier') own.add(one.name);
  }
  for (const node of nodes) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    const { callee } = node;
    if (callee.type === 'Identifier' && !own.has(callee.name) && !isPromised(globals(callee.name)))
      found.push(callee.name);
    // The script's own methods are not those of the browser.
    if (callee.type !== 'MemberExpression' || /^(ThisExpression|Super)$/.test(callee.object.type)) continue;
    const name = nameOf(callee.property, callee.computed);
    const member = name && newerMember(objectOf(callee.object), name);
    if (member) found.push(member);
  }
  // A lookbehind in a string becomes a regular expression later. Safari before 16.4 parses no script with a lookbehind.
  const lookbehinds = script.match(/\(\?<[=!]/g) ?? [];
  return [...found, ...lookbehinds.map(() => 'lookbehind')];
}

const css = data.css as unknown as Record<'properties' | 'at-rules' | 'selectors' | 'types', Identifier>;

/** The functions of CSS by their names: `color-mix`. */
const functions = new Map<string, Identifier>();
for (const [, type] of featuresIn(css.types)) {
  for (const [name, feature] of featuresIn(type)) functions.set(name, feature);
}

/** The properties, at-rules, pseudo-classes and functions of a style sheet that some supported browser lacks. */
export function newerStyles(sheet: string) {
  const styles = sheet.replaceAll(/\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  const rules = styles.replaceAll(/\{[^{}]*\}/g, '{}');
  const each = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...parts]) => parts);
  const found = [
    ...each(rules, /@([a-z-]+)/g).map(([name = '']) => [`@${name}`, css['at-rules'][name]] as const),
    ...each(rules, /:([a-z-]+)/g).map(([name = '']) => [`:${name}`, css.selectors[name]] as const),
    ...each(styles, /([a-z-]+)\(/g).map(([name = '']) => [`${name}()`, functions.get(name)] as const),
    ...each(styles, /[{;]\s*([a-z][a-z-]*):\s*([a-z-]*)/g).flatMap(([name = '', value = '']) => {
      const property = styles.includes(`-webkit-${name}:`) ? undefined : css.properties[name];
      return [[name, property] as const, [`${name}: ${value}`, property?.[value]] as const];
    }),
  ].filter(([, feature]) => !isPromised(feature));
  return found.map(([name]) => name);
}
