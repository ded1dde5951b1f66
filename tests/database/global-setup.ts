import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '#server/database/embedded/postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import { withClient } from '#server/database/connect/pool.ts';
import { createLog } from '#server/http/log/log.ts';
import { copyFolder, newFolder } from '#tests/desk/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the run's server, to connect to while creating and dropping others. */
    adminUrl: string;
    /** A migrated database without rows; it must have no connections. */
    template: string;
    /** Whether its server is the embedded one. */
    embedded: boolean;
  }
}

/** The URL of another database on the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** One server for the whole run, or TEST_DATABASE_URL, with a migrated template that each test file copies. */
export async function setup(project: TestProject) {
  const server = await openServer(project.getProvidedContext().started.dataDir);
  const template = `awa_template_${process.pid}_${project.name}`;
  const admin = { connectionString: server.url };
  const drop = () => withClient(admin, (client) => client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`));
  try {
    await withClient(admin, (client) => client.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`));
    await migrate({ connectionString: urlOf(server.url, template) });
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('adminUrl', server.url);
  project.provide('template', template);
  project.provide('embedded', !process.env.TEST_DATABASE_URL);
  return async () => {
    await drop();
    await server.close();
  };
}

async function openServer(started: string) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, close: () => Promise.resolve() };
  const dataDir = newFolder();
  copyFolder(started, dataDir);
  const embedded = await openEmbedded({ dataDir, maxConnections: 300 }, createLog('error'));
  const { host, port, password = '' } = embedded.target;
  const url =
    host === dataDir
      ? `postgres://awa@localhost:${port}/postgres?host=${encodeURIComponent(dataDir)}`
      : `postgres://awa:${String(password)}@${host}:${port}/postgres`;
  const close = async () => {
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, close };
}
