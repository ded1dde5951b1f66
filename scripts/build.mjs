// Builds dist/server (bundles of our own code; most packages stay in node_modules), dist/web (the dashboard) and
// dist/sbom.json (the packages in both).
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import react from '@vitejs/plugin-react';
import { build as buildDashboard } from 'vite';
import { compressFolder } from './compress.mjs';
import { writeBillOfMaterials } from './sbom.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * Packages of hundreds of small files. The server bundles the parts that it uses, for a faster start and less memory.
 */
const bundled = new Set(['drizzle-orm', 'zod']);
const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

export async function buildServer(outdir = path.join(root, 'dist/server')) {
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'server/main.ts', out: 'main' },
      ...['staff', 'backup', 'restore', 'doctor', 'check-links'].map((name) => ({
        in: `server/commands/${name}.ts`,
        out: name,
      })),
      ...['encode-worker', 'own-pictures-worker'].map((name) => ({ in: `server/images/${name}.mjs`, out: name })),
      { in: 'server/http/drawing/draw-worker.mjs', out: 'draw-worker' },
    ],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Programs share files, and `main` loads most of its code while Postgres starts.
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: Object.keys(dependencies).filter((name) => !bundled.has(name)),
    sourcemap: true,
    logLevel: 'warning',
  });
  // The server reads these files next to its bundle.
  await cp(path.join(root, 'server/database/migrations'), path.join(outdir, 'migrations'), { recursive: true });
  await cp(path.join(root, 'server/images/proof.png'), path.join(outdir, 'proof.png'));
}

/** Leaves out each file of the contract from which nothing is used: the words need no validation. */
const contractInParts = {
  name: 'contract-in-parts',
  setup({ onResolve }) {
    onResolve({ filter: /^#contract\// }, ({ path: name }) => ({
      path: path.join(root, name.slice(1)),
      sideEffects: false,
    }));
  },
};

/**
 * Builds the rules of the marks of danger with the code that applies them, in one file without imports, named by the
 * number of the rules: the app recognises with it what the desk recognises. Returns its path.
 */
export async function buildMarks(folder) {
  const [, version] = /export const markRules = (\d+);/.exec(
    await readFile(path.join(root, 'contract/mark-places.ts'), 'utf8'),
  );
  const outfile = path.join(folder, `awa-marks.${version}.js`);
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['contract/mark-module.ts'],
    outfile,
    bundle: true,
    minify: true,
    platform: 'neutral',
    target: 'es2020',
    format: 'esm',
    charset: 'utf8',
    plugins: [contractInParts],
    logLevel: 'warning',
  });
  return outfile;
}

/** The dashboard and the large files of `/docs`, with their compressed forms. */
async function buildWeb() {
  const folder = path.join(root, 'dist/web');
  await buildDashboard({
    root: path.join(root, 'web'),
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
  });
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css']) {
    const shipped = path.join(root, 'node_modules/@fastify/swagger-ui/static', file);
    await cp(shipped, path.join(folder, 'docs/static', file));
  }
  await buildMarks(path.join(folder, 'assets'));
  await compressFolder(folder);
}

/** The dashboard as the server runs it to draw pages. Its class names are those of the browser's dashboard. */
async function buildDrawing() {
  await buildDashboard({
    root: path.join(root, 'web'),
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { ssr: 'draw.tsx', outDir: '../dist/drawing', emptyOutDir: true, target: 'node20' },
  });
}

export async function build() {
  await buildServer();
  await buildWeb();
  await buildDrawing();
  writeBillOfMaterials(path.join(root, 'dist/sbom.json'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
