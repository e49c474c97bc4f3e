// A private broker with its own storage, to be killed, restarted and emptied at will. It keeps its port, so clients
// find it again.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './child-process.ts';
import { freePort } from './free-port.ts';
import { waitFor } from './wait.ts';

const READY_MS = 20_000;

export class OwnNats {
  readonly url: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'volley-nats-'));
  #child: Child | undefined;

  constructor(port: number) {
    this.#port = port;
    this.url = `nats://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    this.#child = await startChild({
      name: 'nats-server',
      command: 'nats-server',
      args: ['-js', '-sd', this.#storage, '-a', '127.0.0.1', '-p', String(this.#port)],
      logFile: join(this.#folder, 'log'),
    });
    await waitFor('nats-server', () => accepts(this.#port), { timeoutMs: READY_MS });
  }

  async kill9(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Comes back with nothing: every stream, consumer and message is gone. */
  async wipe(): Promise<void> {
    await this.kill9();
    rmSync(this.#storage, { recursive: true, force: true });
    await this.start();
  }

  /** Ends it and removes its storage. */
  async stop(): Promise<void> {
    await this.#child?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #storage(): string {
    return join(this.#folder, 'storage');
  }
}

export async function startOwnNats(): Promise<OwnNats> {
  const nats = new OwnNats(await freePort());
  await nats.start();
  return nats;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
