import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DeskClient } from '#server/database/connect/desk-client.ts';

/** Milliseconds before a lost connection is opened again. */
const again = 1000;

/**
 * Listens to a channel of the database on a separate connection, which is reopened whenever it is lost. `heard` gets
 * the payload of each notification, and `''` whenever the connection is open: earlier notifications are lost. A pooler
 * that lends its connections for one transaction passes no notifications on, so `direct` bypasses it. Call the returned
 * function to end it.
 */
export function listen(direct: pg.ClientConfig, channel: string, heard: (payload: string) => void) {
  let ended = false;
  let current: pg.Client | undefined;
  async function follow() {
    const client = new DeskClient(direct);
    const over = new Promise((resolve) => client.once('end', resolve));
    client.on('error', () => undefined).on('notification', ({ payload = '' }) => heard(payload));
    current = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      heard('');
      await over;
    } catch {
      await client.end().catch(() => undefined);
    }
  }
  const following = (async () => {
    while (!ended) {
      await follow();
      if (!ended) await pause(again, undefined, { ref: false });
    }
  })();
  return async () => {
    ended = true;
    await current?.end().catch(() => undefined);
    await Promise.race([following, pause(again, undefined, { ref: false })]);
  };
}
