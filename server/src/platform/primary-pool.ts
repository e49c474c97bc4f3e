// A pool over several servers of which one is the primary; the driver knows one server only. A new connection goes to
// the server that was the primary last, then to the others, and one that can only read is closed. As soon as the primary
// is found elsewhere, connections to the server before it are cut: a machine that died says nothing, and a statement
// would wait for its answer for many minutes.
import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import pg from 'pg';

/** A machine that is gone refuses nothing; the other servers are asked after this time. */
const CONNECT_MS = 3_000;
/** "Unable to establish the connection": an outage, and tried again like any other. */
const NO_PRIMARY = '08001';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

export class PrimaryPool extends pg.Pool {
  readonly #route: Route;
  #isLooking = false;

  constructor(addresses: readonly string[], options: pg.PoolConfig) {
    const route = new Route(addresses);
    super({
      ...options,
      Client: class extends PrimaryClient {
        constructor(config?: pg.ClientConfig) {
          super(route, config);
        }
      },
    });
    this.#route = route;
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

  /** Others move the route meanwhile, so that one server may be met twice before each was met once. */
  async #connect(): Promise<pg.PoolClient> {
    const misses = new Map<string, string>();
    for (let triesLeft = 2 * this.#route.length; ; triesLeft -= 1) {
      try {
        return await super.connect();
      } catch (error) {
        if (!(error instanceof MissedHost)) {
          this.#look();
          throw error;
        }
        misses.set(error.host, error.message);
        if (misses.size < this.#route.length && triesLeft > 1) continue;
        const message = `no server takes writes: ${[...misses.values()].join('; ')}`;
        throw Object.assign(new Error(message), { code: NO_PRIMARY });
      }
    }
  }

  /** Every connection is in use, perhaps by statements that nobody will answer: only one beside the pool can tell. */
  #look(): void {
    if (this.#isLooking || this.ending) return;
    this.#isLooking = true;
    void this.#findPrimary().finally(() => {
      this.#isLooking = false;
    });
  }

  async #findPrimary(): Promise<void> {
    for (let tries = 0; tries < this.#route.length; tries += 1) {
      const client = new PrimaryClient(this.#route, this.options);
      const isFound = await client.connect().then(
        () => true,
        () => false,
      );
      if (isFound) return client.end();
    }
  }
}

/** Where the primary was last, and the connections that lead there. */
class Route {
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
    return this.#addresses[this.#at] ?? '';
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

/** One connection to one server; it counts as connected when the server takes writes. */
class PrimaryClient extends pg.Client {
  readonly address: string;
  readonly #route: Route;
  readonly #socket: Socket;

  constructor(route: Route, config?: pg.ClientConfig) {
    const { address } = route;
    const socket = new Socket();
    super({ ...config, connectionString: address, stream: () => socket, connectionTimeoutMillis: CONNECT_MS });
    this.address = address;
    this.#route = route;
    this.#socket = socket;
    // Whoever waits for the connection hears of it; unheard, the event would end the process.
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
      this.#route.missed(this.address);
      throw new MissedHost(`${this.host}:${this.port}`, error);
    }
    this.#route.found(this);
    return this;
  }
}

/** One server that did not answer or is not the primary. */
class MissedHost extends Error {
  readonly host: string;

  constructor(host: string, cause: unknown) {
    super(`${host} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.host = host;
  }
}
