import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** What Postgres 14 and newer report of themselves to each connection, at once and whenever it changes. */
const reported = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** Milliseconds that a connection which takes no changes is used: a database that stays read only is not flooded with new ones. */
const keptFor = 1000;

/** What the driver has and its types have not. The version of the driver is fixed. */
type Driver = {
  processID: number;
  enableChannelBinding: boolean;
  connection: EventEmitter & { stream: { destroy(): void } };
  _handleAuthSASL(message: { mechanisms: string[] }): void;
  _handleAuthMD5Password(message: object): void;
  _handleAuthCleartextPassword(message: object): void;
};
const driver = pg.Client.prototype as unknown as Driver;
/** The mechanism of a sign-in which proves that both ends see the same certificate. */
const boundMechanism = 'SCRAM-SHA-256-PLUS';

/** `bindsChannel`: the sign-in has to be bound to the TLS connection, which the driver itself does only where it is offered. */
export type DeskConfig = pg.ClientConfig & { bindsChannel?: boolean };

type Parameter = { parameterName: string; parameterValue: string };

/** A connection that knows whether it takes changes, and that does what `channel_binding=require` says. */
export class DeskClient extends pg.Client {
  #reasons = new Set<string>();
  readonly #openedAt = performance.now();

  readonly #bindsChannel: boolean;
  #isBound = false;

  constructor(config: DeskConfig = {}) {
    super(config);
    this.#bindsChannel = config.bindsChannel ?? false;
    this.#driver.enableChannelBinding = this.#bindsChannel;
    const { connection } = this.#driver;
    if (this.#bindsChannel) connection.once('authenticationOk', () => this.#isBound || this.#refuse());
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (!reported.has(parameterName)) return;
      if (parameterValue === 'on') this.#reasons.add(parameterName);
      else this.#reasons.delete(parameterName);
    });
  }

  /** The process of the server that the connection was given: a pooler gives one of its own. */
  get backend(): number {
    return this.#driver.processID;
  }

  get #driver() {
    return this as unknown as Driver;
  }

  #refuse() {
    const { connection } = this.#driver;
    connection.emit('error', new Error('the server offers no sign-in that channel_binding=require allows'));
    connection.stream.destroy();
  }

  /** The driver calls these three when the server asks for a password, before it sends anything. */
  _handleAuthSASL(message: { mechanisms: string[] }) {
    this.#isBound = message.mechanisms.includes(boundMechanism);
    if (this.#bindsChannel && !this.#isBound) this.#refuse();
    else driver._handleAuthSASL.call(this, message);
  }

  _handleAuthMD5Password(message: object) {
    if (this.#bindsChannel) this.#refuse();
    else driver._handleAuthMD5Password.call(this, message);
  }

  _handleAuthCleartextPassword(message: object) {
    if (this.#bindsChannel) this.#refuse();
    else driver._handleAuthCleartextPassword.call(this, message);
  }

  /**
   * Whether it should be opened again: it leads to a replica, or to a database that was set to be read only, and by now another
   * one may take changes, as after a fail-over.
   */
  get isStale(): boolean {
    return this.#reasons.size > 0 && performance.now() - this.#openedAt > keptFor;
  }
}
