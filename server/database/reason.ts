import { DrizzleQueryError } from 'drizzle-orm';

/** An error of the driver. `severity` is set where Postgres itself reported it. */
export type DatabaseError = Error & { code?: string; constraint?: string; table?: string; severity?: string };

/** What the driver threw: the query builder wraps it in an error whose message holds the SQL and its values. */
export function causeOf(error: unknown): DatabaseError {
  let cause = error instanceof Error ? error : new Error('Unknown error');
  while (cause instanceof DrizzleQueryError && cause.cause) cause = cause.cause;
  return cause;
}

/** Whether a change was refused where nothing may be changed: on a replica, or while the database is set to be read only. */
export const isReadOnly = (error: unknown) => causeOf(error).code === '25006';

/**
 * Why something failed, in words that may be printed and logged: without the statement and without its values, which Postgres
 * quotes in the messages of class 22.
 */
export function reasonOf(error: unknown): string {
  const { code = '', message, severity, table } = causeOf(error);
  if (severity === undefined || !code.startsWith('22')) return message || code;
  return `Postgres refused a value (${[code, table].filter(Boolean).join(', ')})`;
}

/** The parts of an error that a log may hold. A driver's message can contain people's data; its codes and names cannot. */
export function faultOf(error: unknown) {
  const cause = causeOf(error);
  // The stack repeats the message, whose lines may look like frames.
  const end = cause.stack?.indexOf(cause.message) ?? -1;
  const frames =
    end < 0
      ? []
      : cause.stack
          ?.slice(end + cause.message.length)
          .split('\n')
          .slice(1);
  const ofDatabase = cause.severity !== undefined;
  return {
    name: cause.name,
    code: cause.code,
    table: cause.table,
    constraint: cause.constraint,
    message: ofDatabase ? undefined : cause.message,
    frames,
  };
}
