import { execFile } from 'node:child_process';
import { describeError } from '#server/database/reason.ts';
import type { Log } from '#server/http/log.ts';

const socket = process.env.NOTIFY_SOCKET;
// Postgres would tell it that it is ready, too, and that is not all of the desk.
delete process.env.NOTIFY_SOCKET;

/** Tells systemd that the desk is ready, where its unit waits for that (`Type=notify`). Node itself cannot write to such a socket. */
export function tellServiceManager(log: Log): void {
  if (!socket) return;
  execFile('systemd-notify', ['--ready'], { env: { ...process.env, NOTIFY_SOCKET: socket } }, (error) => {
    if (error) log.error({ error: describeError(error) }, 'systemd does not know that the desk is ready');
  });
}
