import { DrizzleQueryError } from 'drizzle-orm';

/** An error of the driver. `severity` is set where Postgres itself reported it. */
export type DatabaseError = Error & {
  code?: string;
  constraint?: string;
  table?: string;
  severity?: string;
  routine?: string;
};

/** The error of the driver: the query builder wraps it in an error whose message includes the SQL and its values. */
export function causeOf(error: unknown): DatabaseError {
  let cause = error instanceof Error ? error : new Error('Unknown error');
  while (cause instanceof DrizzleQueryError && cause.cause) cause = cause.cause;
  return cause;
}

/** Whether a change was refused because the database is read-only: a replica, or set to be so. */
export const isReadOnly = (error: unknown) => causeOf(error).code === '25006';

/** An error whose message contains no values, so that it may be logged. */
export class LoggableError extends Error {}

/** The fixed messages of the driver for a connection that failed or was lost. */
const lostConnection =
  /^(?:Connection terminated(?: unexpectedly| due to connection timeout)?|Client has encountered a connection error and is not queryable|Client was closed and is not queryable|Query read timeout|timeout exceeded when trying to connect)$/;

/** The frames of a stack. The stack repeats the message before them, whose lines may look like frames. */
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
 * The fields of an error for a log line: its code, and the routine of Postgres or the desk's stack frames. A message
 * may contain values, such as user input, so only those of a `LoggableError` and the driver's messages for a lost
 * connection are logged.
 */
export function describeError(error: unknown) {
  const cause = causeOf(error);
  const { name, code, routine, table, constraint, message } = cause;
  const isSafe = cause instanceof LoggableError || lostConnection.test(message);
  return { name, code, routine, table, constraint, words: isSafe ? message : undefined, frames: framesOf(cause) };
}

/**
 * Why something failed, for the person at the shell: without the statement and its values, which Postgres quotes in the
 * messages of class 22. Log lines use `describeError` instead.
 */
export function reasonOf(error: unknown): string {
  const { code = '', message, severity, table } = causeOf(error);
  if (severity === undefined || !code.startsWith('22')) return message || code;
  return `Postgres refused a value (${[code, table].filter(Boolean).join(', ')})`;
}
