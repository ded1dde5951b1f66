import type pg from 'pg';
import { withClient } from '#server/database/connect/pool.ts';

/**
 * Lets a temporary test Postgres respond before its data is on the disk. Only a crash of the whole machine could lose
 * data.
 */
export const skipFsync = (target: pg.ClientConfig) =>
  withClient(target, async (client) => {
    await client.query('ALTER SYSTEM SET fsync = off');
    await client.query('SELECT pg_reload_conf()');
  });
