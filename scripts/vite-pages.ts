import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';

/**
 * The area of a page and its name, the last part of its address (`/admin/desk/<name>`, `/admin/desk/<area>/<name>`),
 * from its entry file: the area's `page.tsx`, or `<name>-page.tsx` of an area, the history, the home page, the calendar or the review.
 */
function pageOf(file: string) {
  const found = /\/web\/(?:features\/([\w-]+)|history|home|calendar|review)\/(?:([\w-]+)-)?page\.tsx$/.exec(file);
  if (!found) return undefined;
  const [, area = 'history', name = area] = found;
  return { area, name };
}

type Modules = {
  getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'isEntry' | 'importers' | 'dynamicImporters'> | null;
};

/**
 * The users of a module: pages, with their areas, entries that are fetched later, such as a dialog, and `index`, the
 * main entry. With `later` the pages that fetch such an entry, instead of the entry.
 */
function partsThatNeed(id: string, modules: Modules, later = false) {
  const parts = new Map<string, string | undefined>();
  const seen = new Set<string>();
  const climb = (from: string) => {
    const module = modules.getModuleInfo(from);
    if (!module || seen.has(from)) return;
    seen.add(from);
    const page = pageOf(from);
    if (page) parts.set(page.name, page.area);
    else if (module.isEntry) parts.set('index', undefined);
    else if (module.dynamicImporters.length > 0 && !later) parts.set(from, undefined);
    if (!page) for (const importer of [...module.importers, ...(later ? module.dynamicImporters : [])]) climb(importer);
  };
  climb(id);
  return parts;
}

/** Whether only one page needs a module, at once or later. */
export const isOfOnePage = (id: string, modules: Modules) => partsThatNeed(id, modules, true).size === 1;

const isOurs = (id: string) => /\/(web|contract)\/.*\.(tsx?|css)$/.test(id);

/** The areas whose pages need a module at once. */
const areasOf = (parts: ReturnType<typeof partsThatNeed>) =>
  new Set([...parts.values()].filter((area) => area !== undefined));

/**
 * The chunk of a module of ours that several parts of one area need. `of-<area>`: needed by its pages and by entries
 * that single pages fetch later, even of another area. `of-<page>`: needed by one page and by entries that it fetches
 * later. Otherwise null.
 */
export const areaChunk = (home: string) => (id: string, modules: Modules) => {
  if (!isOurs(id)) return null;
  const parts = partsThatNeed(id, modules);
  if (isOfOnePage(id, modules)) {
    const [page, ofArea] = [...parts].find(([, one]) => one !== undefined) ?? [];
    if (page === undefined || parts.size < 2) return null;
    // The pages of these areas share a small chunk: a chunk for each page would add a script for little code.
    return ofArea === 'history' || ofArea === 'awa' ? `of-${ofArea}` : `of-${page}`;
  }
  const [area, ...others] = areasOf(parts);
  const isFetchedBySeveral = ([part, ofArea]: [string, string?]) => ofArea === undefined && !isOfOnePage(part, modules);
  if (area === undefined || others.length > 0 || parts.has('index') || parts.has(home)) return null;
  return parts.size < 2 || [...parts].some(isFetchedBySeveral) ? null : `of-${area}`;
};

/** Shown in place of a page without a session. */
const isSignIn = (part: string) => part.endsWith('/web/app/login-page.tsx');

/** Shown beside the rows of the page `large`, right after them. */
const isPhone = (part: string) => part.endsWith('/web/features/lady-due/mode-phone.tsx');

/** The chunks of modules that several parts of the desk need: each comes before those that may need it. */
export const sharedChunks = ['index', 'shared', 'shared-by-others', 'soon', 'shared-forms'] as const;

/**
 * The chunk of a module of ours that several parts of the desk need. The parts are the pages and entries that are
 * fetched later, such as a dialog. `index`: needed by the main entry. `shared`: needed by the page `home` and another
 * part, or by the page `large` and its phone. `shared-by-others`: needed by the page `large` and another part. `soon`:
 * needed for other early content, the sign-in page or the phone, which would otherwise wait for the forms.
 * `shared-forms`: needed by pages of several areas, or by a page and an entry that several pages fetch later. Null for
 * modules of only one page or one area, and for modules that no page needs at once. A chunk includes the packages of
 * its modules, except those that the page `large` needs.
 */
export const sharedChunk =
  (home: string, large: string) =>
  (id: string, modules: Modules): (typeof sharedChunks)[number] | null => {
    const parts = partsThatNeed(id, modules);
    if (!isOurs(id)) return parts.size > 1 && parts.has(large) && !parts.has(home) ? 'shared-by-others' : null;
    if (parts.has('index')) return 'index';
    if ([...parts.keys()].some(isSignIn)) return 'soon';
    if (parts.size < 2 || isOfOnePage(id, modules)) return null;
    const isOfPhone = [...parts.keys()].some(isPhone);
    // The sign-in page, which shares a chunk with the phone, does not need modules that only others share.
    if (parts.has(home) || (isOfPhone && parts.has(large))) return 'shared';
    if (isOfPhone) return 'soon';
    if (areasOf(parts).size === 0 || areaChunk(home)(id, modules)) return null;
    return parts.has(large) ? 'shared-by-others' : 'shared-forms';
  };

/**
 * Leaves out zod's code for JSON Schema. Every schema refers to it, so tree shaking keeps it; but only the server
 * describes the API, and each first visit would fetch 5 kB more.
 */
export const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  load(id) {
    if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
    return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
  },
});

type Node = {
  type: string;
  start: number;
  end: number;
  callee?: { name?: string };
  key?: { name?: string };
  value?: Node;
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The values of `summary` in the calls of `route` below a node of a syntax tree. */
function summariesIn(node: Node, inRoute = false): Node[] {
  if (inRoute && node.type === 'Property' && node.key?.name === 'summary' && node.value) return [node.value];
  const isInRoute = inRoute || (node.type === 'CallExpression' && node.callee?.name === 'route');
  return Object.values(node)
    .filter(isNode)
    .flatMap((child) => summariesIn(child, isInRoute));
}

/** Leaves out what each route does, in words: only the description of the API says it. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  transform(code, id) {
    if (!/\/contract\/[\w-]+\.ts$/.test(id)) return undefined;
    return summariesIn(this.parse(code) as Node).reduceRight(
      (rest, { start, end }) => `${rest.slice(0, start)}''${rest.slice(end)}`,
      code,
    );
  },
});

/**
 * Puts a classic script into the head of the page, so that it runs before the first paint and without waiting for other
 * scripts. Browsers of 2016 can parse it, so that it can tell them that they are too old. Its name has a hash of its
 * content, so that browsers can cache it.
 */
export function headScript(source: string): Plugin {
  let root = '';
  let fileName = 'start.js';
  const bundle = async () => {
    const options = { bundle: true, write: false, format: 'iife', minify: true, target: 'es2015' } as const;
    const { outputFiles } = await build({ ...options, absWorkingDir: root, entryPoints: [source] });
    return outputFiles[0]?.text ?? '';
  };
  return {
    name: 'head-script',
    configResolved(config) {
      ({ root } = config);
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response, next) => {
        bundle().then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
      });
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const code = await bundle();
      fileName = `assets/start-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    // The script comes before the style sheets, because a script waits for those above it.
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
  };
}

/**
 * Writes `pages/<name>.html` for each page of the desk: the same page, with links to the code and the styles that this
 * address needs, so that the browser does not have to wait for the main script to find them. `/admin` gets
 * `pages/home.html` too.
 */
export function linkedPages({ home }: { home: string }): Plugin {
  let root = '';
  return {
    name: 'linked-pages',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    enforce: 'post',
    // As an entry its packages are initial ones, which no chunk of another page includes.
    buildStart() {
      this.emitFile({ type: 'chunk', id: path.join(root, `features/${home}/page.tsx`), name: 'page' });
    },
    generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The build has no index.html');
      const html = stylesLast(String(index.source));
      index.source = html;
      for (const chunk of Object.values(bundle)) {
        const page = chunk.type === 'chunk' && pageOf(chunk.facadeModuleId ?? '');
        if (!page) continue;
        const { name } = page;
        const links = linksOf(chunk.fileName, bundle).filter(([, file]) => !html.includes(`"/${file}"`));
        const source = stylesLast(
          html.replace('</head>', `  ${links.map(([link]) => link).join('\n    ')}\n  </head>`),
        );
        this.emitFile({ type: 'asset', fileName: path.posix.join('pages', `${name}.html`), source });
      }
    },
  };
}

/**
 * Moves the style sheets of a page below the content that it shows until they have loaded, which would otherwise wait
 * for them. Scripts still wait for them.
 */
function stylesLast(html: string) {
  const sheets = html.match(/^ *<link rel="stylesheet"[^>]*>\n/gm) ?? [];
  const without = sheets.reduce((page, sheet) => page.replace(sheet, ''), html);
  return without.replace('</body>', `${sheets.join('')}  </body>`);
}

/** Links to a chunk, to all that it imports, and to their styles, each with the file that it leads to. */
function linksOf(
  file: string,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): [link: string, file: string][] {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || seen.has(file)) return [];
  seen.add(file);
  const link = (rel: string, to: string): [string, string] => [`<link rel="${rel}" crossorigin href="/${to}">`, to];
  return [
    ...chunk.imports.flatMap((one) => linksOf(one, bundle, seen)),
    link('modulepreload', file),
    ...[...(chunk.viteMetadata?.importedCss ?? [])].map((css) => link('stylesheet', css)),
  ];
}
