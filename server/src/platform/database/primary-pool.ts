// A pool over several servers, one of them the primary; the driver supports a single server. A new connection tries the
// last known primary first, then the other servers, and is closed when the server is read-only. When another server
// turns out to be the primary, connections to the previous one are cut: a dead machine does not answer, and a statement
// would wait for minutes.
import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { must } from '@volley/domain/must.ts';
import pg from 'pg';

/** A dead machine does not refuse connections; the next server is tried after this time. */
const CONNECT_MS = 3_000;
/** SQLSTATE "unable to establish the connection": counts as an outage and is retried. */
const NO_PRIMARY = '08001';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

export class PrimaryPool extends pg.Pool {
  readonly #primary: PrimaryLocation;
  #isLooking = false;

  constructor(addresses: readonly string[], options: pg.PoolConfig) {
    const primary = new PrimaryLocation(addresses);
    super({
      ...options,
      Client: class extends PrimaryClient {
        constructor(config?: pg.ClientConfig) {
          super(primary, config);
        }
      },
    });
    this.#primary = primary;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return this.#connect();
    callbackify(() => this.#connect())((error, client) =>
      callback(error ?? undefined, client, (broken) => client.release(broken !== undefined && broken !== false)),
    );
    return undefined;
  }

  /** Concurrent connects move the location, so a server may be tried twice before every server was tried. */
  async #connect(): Promise<pg.PoolClient> {
    const misses = new Map<string, string>();
    for (let triesLeft = 2 * this.#primary.length; ; triesLeft -= 1) {
      try {
        return await super.connect();
      } catch (error) {
        if (!(error instanceof MissedHost)) {
          this.#look();
          throw error;
        }
        misses.set(error.host, error.message);
        if (misses.size < this.#primary.length && triesLeft > 1) continue;
        const message = `no server takes writes: ${[...misses.values()].join('; ')}`;
        throw Object.assign(new Error(message), { code: NO_PRIMARY });
      }
    }
  }

  /** All pooled connections may hang on a dead server, so the search uses a connection outside the pool. */
  #look(): void {
    if (this.#isLooking || this.ending) return;
    this.#isLooking = true;
    void this.#findPrimary().finally(() => {
      this.#isLooking = false;
    });
  }

  async #findPrimary(): Promise<void> {
    for (let tries = 0; tries < this.#primary.length; tries += 1) {
      const client = new PrimaryClient(this.#primary, this.options);
      const isFound = await client.connect().then(
        () => true,
        () => false,
      );
      if (isFound) return client.end();
    }
  }
}

/** Last known primary, and the connections to it. */
class PrimaryLocation {
  readonly #addresses: readonly string[];
  readonly #clients = new Set<PrimaryClient>();
  #at = 0;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  get length(): number {
    return this.#addresses.length;
  }

  get address(): string {
    return must(this.#addresses[this.#at], `database address ${this.#at}`);
  }

  found(client: PrimaryClient): void {
    this.#at = this.#addresses.indexOf(client.address);
    for (const other of this.#clients) if (other.address !== client.address) other.cut();
    this.#clients.add(client);
    client.once('end', () => this.#clients.delete(client));
  }

  missed(address: string): void {
    if (address === this.address) this.#at = (this.#at + 1) % this.#addresses.length;
  }
}

/** A connection to one server; it counts as connected when the server accepts writes. */
class PrimaryClient extends pg.Client {
  readonly address: string;
  readonly #primary: PrimaryLocation;
  readonly #socket: Socket;

  constructor(primary: PrimaryLocation, config?: pg.ClientConfig) {
    const { address } = primary;
    const socket = new Socket();
    super({ ...config, connectionString: address, stream: () => socket, connectionTimeoutMillis: CONNECT_MS });
    this.address = address;
    this.#primary = primary;
    this.#socket = socket;
    // The caller of connect() gets the error; an unhandled event would end the process.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    if (callback === undefined) return this.#reach();
    callbackify(() => this.#reach())((error) => callback(error));
    return undefined;
  }

  cut(): void {
    this.#socket.destroy();
  }

  async #reach(): Promise<this> {
    try {
      await super.connect();
      const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only');
      if (rows[0]?.transaction_read_only !== 'off') throw new Error('is read-only');
    } catch (error) {
      this.cut();
      this.#primary.missed(this.address);
      throw new MissedHost(`${this.host}:${this.port}`, error);
    }
    this.#primary.found(this);
    return this;
  }
}

/** A server that did not answer or is not the primary. */
class MissedHost extends Error {
  readonly host: string;

  constructor(host: string, cause: unknown) {
    super(`${host} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.host = host;
  }
}
