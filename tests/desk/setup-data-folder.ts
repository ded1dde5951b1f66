import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { newFolder, programsIn, startServer } from '#tests/desk/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A desk that was started once and stopped, for tests to copy. */
    started: { dataDir: string; password: string };
    /** The DATA_DIR of desks in the processes of the tests for which a test names none. */
    dataDir: string;
  }
}

/**
 * Starts a desk once for the whole run: a first start creates a cluster, which takes seconds. Copies of it respond
 * before their data is on the disk: only a crash of the whole machine could lose data.
 */
export async function setup(project: TestProject) {
  const dataDir = newFolder();
  const { main } = programsIn(project.getProvidedContext().built);
  const { child, ended, password = '' } = await startServer(main, { DATA_DIR: dataDir });
  child.kill('SIGTERM');
  await ended;
  appendFileSync(path.join(dataDir, 'postgres/postgresql.auto.conf'), 'fsync = off\n');
  project.provide('started', { dataDir, password });
  const shared = newFolder();
  project.provide('dataDir', shared);
  return () => {
    for (const folder of [dataDir, shared]) rmSync(folder, { recursive: true, force: true });
  };
}
