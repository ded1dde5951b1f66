import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** The settings that Postgres 14 and newer report to each connection, at once and after each change. */
const reported = new Set(['in_hot_standby', 'default_transaction_read_only']);

/**
 * Milliseconds for which a read-only connection is used: this avoids flooding a database that stays read-only with new
 * connections.
 */
const keptFor = 1000;

/** Members of the driver that its types lack. The version of the driver is fixed. */
type Driver = {
  processID: number;
  enableChannelBinding: boolean;
  connection: EventEmitter & { stream: { destroy(): void } };
  _handleAuthSASL(message: { mechanisms: string[] }): void;
  _handleAuthMD5Password(message: object): void;
  _handleAuthCleartextPassword(message: object): void;
};
const driver = pg.Client.prototype as unknown as Driver;
/** The sign-in mechanism which proves that both ends see the same certificate. */
const boundMechanism = 'SCRAM-SHA-256-PLUS';

/**
 * `bindsChannel`: the sign-in must be bound to the TLS connection, which the driver itself does only when the server
 * offers it.
 */
export type DeskConfig = pg.ClientConfig & { bindsChannel?: boolean };

type Parameter = { parameterName: string; parameterValue: string };

/** A connection that knows whether it accepts changes, and that implements `channel_binding=require`. */
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

  /** The server process of the connection, as reported: a pooler reports a number of its own. */
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
   * Whether the connection should be replaced: it leads to a replica, or to a database that was read-only, and a new
   * connection may now reach one that accepts changes, as after a fail-over.
   */
  get isStale(): boolean {
    return this.#reasons.size > 0 && performance.now() - this.#openedAt > keptFor;
  }
}
