// A private NATS server with its own storage, to be killed, restarted and emptied. It keeps its port, so clients
// reconnect. Storage in a folder given by the caller is kept.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepts } from './accepts.ts';
import { type Child, logTail, startChild } from './child-process.ts';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import type { KeptServer } from './own-postgres.ts';
import { pause, waitFor } from './wait.ts';

const READY_MS = 20_000;
const RESTART_MS = 200;
/** A server that ends more often is left ended. */
const OWN_ENDS_MAX = 3;

export class OwnNats {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #isKept: boolean;
  #child: Child | undefined;
  #isWanted = false;
  #ownEnds = 0;
  #restart: Promise<void> = Promise.resolve();

  constructor(port: number, keptFolder?: string) {
    this.#port = port;
    this.#folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'volley-nats-'));
    this.#isKept = keptFolder !== undefined;
    mkdirSync(this.#folder, { recursive: true });
    this.url = `nats://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    this.#isWanted = true;
    await this.#spawn();
    await waitFor('nats-server', () => accepts(this.#port), { timeoutMs: READY_MS });
  }

  async kill9(): Promise<void> {
    this.#isWanted = false;
    await this.#restart;
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Restarts with empty storage: all streams, consumers and messages are lost. */
  async wipe(): Promise<void> {
    await this.kill9();
    rmSync(this.#storage, { recursive: true, force: true });
    await this.start();
  }

  /** Ends the server and removes its storage, unless the caller gave the folder. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#restart;
    await this.#child?.stop();
    if (!this.#isKept) rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A server that ends by itself is started again, as an init system would; its last lines are printed. */
  async #spawn(): Promise<void> {
    const child = await startChild({
      name: 'nats-server',
      command: findProgram('nats-server'),
      args: ['-js', '-sd', this.#storage, '-a', '127.0.0.1', '-p', String(this.#port)],
      logFile: join(this.#folder, 'log'),
      isDetached: this.#isKept,
    });
    this.#child = child;
    void child.exited.then(({ code, signal }) => {
      if (!this.#isWanted || this.#child !== child) return;
      console.error(`nats-server ended with ${code ?? signal}:\n${logTail(child.logFile)}`);
      this.#restart = this.#startAgain().catch((error: unknown) => console.error('nats-server not restarted', error));
    });
  }

  async #startAgain(): Promise<void> {
    this.#ownEnds += 1;
    if (this.#ownEnds > OWN_ENDS_MAX) return;
    await pause(RESTART_MS);
    if (this.#isWanted) await this.#spawn();
  }

  get #storage(): string {
    return join(this.#folder, 'storage');
  }
}

export async function startOwnNats(kept?: KeptServer): Promise<OwnNats> {
  const nats = new OwnNats(kept?.port ?? (await freePort()), kept?.folder);
  await nats.start();
  return nats;
}
