import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** What Postgres 14 and newer report of themselves to each connection, at once and whenever it changes. */
const reported = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** Milliseconds that a connection which takes no changes is used: a database that stays read only is not flooded with new ones. */
const keptFor = 1000;

/** What a connection of the driver reports and is not in its types. */
type Reporting = { connection: EventEmitter };
type Parameter = { parameterName: string; parameterValue: string };

/** A connection that knows whether it takes changes. */
export class DeskClient extends pg.Client {
  #reasons = new Set<string>();
  readonly #openedAt = performance.now();

  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as Reporting;
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (!reported.has(parameterName)) return;
      if (parameterValue === 'on') this.#reasons.add(parameterName);
      else this.#reasons.delete(parameterName);
    });
  }

  /**
   * Whether it should be opened again: it leads to a replica, or to a database that was set to be read only, and by now another
   * one may take changes, as after a fail-over.
   */
  get isStale(): boolean {
    return this.#reasons.size > 0 && performance.now() - this.#openedAt > keptFor;
  }
}
