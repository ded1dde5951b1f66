import { DrizzleQueryError } from 'drizzle-orm';

/** An error of the driver. `severity` is set where Postgres itself reported it. */
export type DatabaseError = Error & {
  code?: string;
  constraint?: string;
  table?: string;
  severity?: string;
  routine?: string;
};

/** What the driver threw: the query builder wraps it in an error whose message holds the SQL and its values. */
export function causeOf(error: unknown): DatabaseError {
  let cause = error instanceof Error ? error : new Error('Unknown error');
  while (cause instanceof DrizzleQueryError && cause.cause) cause = cause.cause;
  return cause;
}

/** Whether a change was refused where nothing may be changed: on a replica, or while the database is set to be read only. */
export const isReadOnly = (error: unknown) => causeOf(error).code === '25006';

/** An error whose message holds no values, so that the log may have it. */
export class LoggableError extends Error {}

/** The fixed words of the driver for a connection that was not made, or has gone. */
const lostConnection =
  /^(?:Connection terminated(?: unexpectedly| due to connection timeout)?|Client has encountered a connection error and is not queryable|Client was closed and is not queryable|Query read timeout|timeout exceeded when trying to connect)$/;

/** The frames of a stack. It repeats the message before them, whose lines may look like frames. */
function framesOf({ stack = '', message }: Error) {
  const at = stack.indexOf(message);
  const frames =
    at < 0
      ? []
      : stack
          .slice(at + message.length)
          .split('\n')
          .slice(1);
  return frames.map((frame) => frame.trim().replace(/^at /, ''));
}

/**
 * What a line of the log says of an error: its code, and the routine of Postgres or the frames of ours that threw it. A message may hold
 * values, such as what people wrote, so none is logged but that of a `LoggableError`, and the driver's few words for a lost connection.
 */
export function describeError(error: unknown) {
  const cause = causeOf(error);
  const { name, code, routine, table, constraint, message } = cause;
  const isSafe = cause instanceof LoggableError || lostConnection.test(message);
  return { name, code, routine, table, constraint, words: isSafe ? message : undefined, frames: framesOf(cause) };
}

/**
 * Why something failed, for the person at the shell: without the statement and without its values, which Postgres quotes in the messages
 * of class 22. Lines of the log have `describeError` instead.
 */
export function reasonOf(error: unknown): string {
  const { code = '', message, severity, table } = causeOf(error);
  if (severity === undefined || !code.startsWith('22')) return message || code;
  return `Postgres refused a value (${[code, table].filter(Boolean).join(', ')})`;
}
