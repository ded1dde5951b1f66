// Builds dist/server (bundles of our own code; packages stay in node_modules) and dist/web (the dashboard).
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { build as buildWeb } from 'vite';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export async function buildServer(outdir = path.join(root, 'dist/server')) {
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['server/main.ts', 'server/staff.ts'],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
  // The server reads them beside itself.
  await cp(path.join(root, 'server/database/migrations'), path.join(outdir, 'migrations'), { recursive: true });
}

export async function build() {
  await buildServer();
  await buildWeb({ root: path.join(root, 'web'), configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
