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
import { signOfLife, waitWhileAlive } from './sign-of-life.ts';

export class OwnNats {
  readonly url: string;
  /**
   * Resolves with the last lines of a server that ended by itself; it stays ended, and a storm over it is not judged.
   */
  readonly ownEnd: Promise<string>;
  readonly #port: number;
  readonly #folder: string;
  readonly #isKept: boolean;
  readonly #ended: (lines: string) => void;
  #child: Child | undefined;
  #isWanted = false;

  constructor(port: number, keptFolder?: string) {
    this.#port = port;
    this.#folder = keptFolder ?? mkdtempSync(join(tmpdir(), 'volley-nats-'));
    this.#isKept = keptFolder !== undefined;
    mkdirSync(this.#folder, { recursive: true });
    this.url = `nats://127.0.0.1:${port}`;
    const { promise, resolve } = Promise.withResolvers<string>();
    [this.ownEnd, this.#ended] = [promise, resolve];
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    this.#isWanted = true;
    const child = await this.#spawn();
    await waitWhileAlive('nats-server', async () => !child.isRunning() || (await accepts(this.#port)), {
      life: () => signOfLife(child),
    });
    if (!child.isRunning()) throw new Error(`nats-server did not start:\n${logTail(child.logFile)}`);
  }

  async kill9(): Promise<void> {
    this.#isWanted = false;
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
    await this.#child?.stop();
    if (!this.#isKept) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #spawn(): Promise<Child> {
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
      const lines = `nats-server ended with ${code ?? signal}:\n${logTail(child.logFile)}`;
      console.error(lines);
      this.#ended(lines);
    });
    return child;
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
