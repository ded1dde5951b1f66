import { execFile } from 'node:child_process';
import { describeError } from '#server/database/reason.ts';
import type { Log } from '#server/http/log/log.ts';

const socket = process.env.NOTIFY_SOCKET;
// Otherwise Postgres would also report that it is ready, before the rest of the desk is.
delete process.env.NOTIFY_SOCKET;

/**
 * Tells systemd that the desk is ready, when its unit waits for that (`Type=notify`). Node itself cannot write to such
 * a socket.
 */
export function tellServiceManager(log: Log): void {
  if (!socket) return;
  execFile('systemd-notify', ['--ready'], { env: { ...process.env, NOTIFY_SOCKET: socket } }, (error) => {
    if (error) log.error({ error: describeError(error) }, 'systemd does not know that the desk is ready');
  });
}
