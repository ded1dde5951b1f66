import type { TestProject } from 'vitest/node';
import { build } from '#tests/desk/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built server, as `npm start` runs it. */
    built: string;
  }
}

/** Builds the server once for the whole run. */
export async function setup(project: TestProject) {
  const { outdir, remove } = await build();
  project.provide('built', outdir);
  return remove;
}
