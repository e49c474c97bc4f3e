// A private PostgreSQL cluster with checksums, to be killed and restarted at will. Durability settings are those of
// production: what it has confirmed must be there after `kill9`. It keeps its port.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, runChild, startChild } from './child-process.ts';
import { freePort } from './free-port.ts';
import { withDatabase } from './fresh-database.ts';
import { pause, waitFor } from './wait.ts';

const READY_MS = 60_000;
const CONNECTIONS_MAX = 200;
const isRoot = process.getuid?.() === 0;

export class OwnPostgres {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #child: Child | undefined;

  constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Starts the postmaster and waits until recovery is over. */
  async start(): Promise<void> {
    await waitFor('PostgreSQL', () => this.#startOnce(), { timeoutMs: READY_MS, everyMs: 200 });
  }

  /** Ends the postmaster without a word; its backends follow on their own. */
  async kill9(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Ends it and removes its files. */
  async stop(): Promise<void> {
    this.#child?.kill('SIGINT');
    await this.#child?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** False while backends of a killed postmaster still hold its memory: the new one refuses to start then. */
  async #startOnce(): Promise<boolean> {
    const child = await startChild({
      name: 'postgres',
      ...asDatabaseUser('postgres', {
        D: join(this.#folder, 'cluster'),
        p: String(this.#port),
        k: this.#folder,
        h: '127.0.0.1',
        N: String(CONNECTIONS_MAX),
      }),
      logFile: join(this.#folder, 'log'),
    });
    this.#child = child;
    while (child.isRunning()) {
      if (await answers(this.url)) return true;
      await pause(50);
    }
    return false;
  }
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'volley-postgres-'));
  if (isRoot) execFileSync('chown', ['postgres:postgres', folder]);
  await runChild({
    name: 'initdb',
    ...asDatabaseUser('initdb', { D: join(folder, 'cluster'), U: 'postgres', A: 'trust', E: 'UTF8' }, [
      '--data-checksums',
      '--no-sync',
      '--locale=C.UTF-8',
    ]),
    logFile: join(folder, 'initdb.log'),
  });
  const postgres = new OwnPostgres(await freePort(), folder);
  await postgres.start();
  return postgres;
}

/** The server refuses to run as root, so root steps down first; the process id stays that of the program. */
function asDatabaseUser(
  program: string,
  options: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): { command: string; args: readonly string[] } {
  const path = findProgram(program);
  const args = [...Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]), ...flags];
  if (!isRoot) return { command: path, args };
  return {
    command: 'setpriv',
    args: ['--reuid=postgres', '--regid=postgres', '--clear-groups', path, ...args],
  };
}

function findProgram(program: string): string {
  const newestFirst = globSync(`/usr/lib/postgresql/*/bin/${program}`).toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  const onPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, program));
  const found = [...newestFirst, ...onPath].find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${program} is not installed`);
  return found;
}

const answers = (url: string): Promise<boolean> =>
  withDatabase(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );
