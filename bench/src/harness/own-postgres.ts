// A private PostgreSQL cluster with checksums, to be killed and restarted. Durability settings are those of production:
// a confirmed commit must survive `kill9`. It keeps its port. A cluster in a folder given by the caller is kept and
// reused by the next start. Backups and standbys follow the operating handbook.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, runChild, startChild } from './child-process.ts';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { pause, waitFor } from './wait.ts';
import { withDatabase } from './with-database.ts';

const READY_MS = 60_000;
const CONNECTIONS_MAX = 200;
const isRoot = process.getuid?.() === 0;
const DATABASE_USER = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];

export class OwnPostgres {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #isKept: boolean;
  readonly #settings: Settings;
  #child: Child | undefined;
  #frozen: readonly number[] = [];

  constructor({ port, folder, settings = {} }: KeptServer, isKept = false) {
    this.#port = port;
    this.#folder = folder;
    this.#isKept = isKept;
    this.#settings = settings;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get logFile(): string {
    return join(this.#folder, 'log');
  }

  /** Starts the postmaster and waits for the end of recovery. */
  async start(): Promise<void> {
    await waitFor('PostgreSQL', () => this.#startOnce(), { timeoutMs: READY_MS, everyMs: 200 });
  }

  /** Kills the postmaster with SIGKILL; its backends exit on their own. */
  async kill9(): Promise<void> {
    this.#child?.kill('SIGKILL');
    this.thaw();
    await this.#child?.exited;
  }

  /** Ends the server and removes its files, unless the caller gave the folder. */
  async stop(): Promise<void> {
    this.thaw();
    this.#child?.kill('SIGINT');
    await this.#child?.stop();
    if (!this.#isKept) rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Suspends all processes without closing connections, like a host that lost its network. Linux only. */
  freeze(): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    this.#frozen = [pid, ...children.map(Number)];
    for (const each of this.#frozen) process.kill(each, 'SIGSTOP');
  }

  /** A base backup of the running cluster in a new folder. `-R` prepares it as a standby. */
  async backUp(flags: readonly string[] = []): Promise<string> {
    const folder = newFolder();
    await runChild({
      name: 'pg_basebackup',
      ...asDatabaseUser('pg_basebackup', { D: join(folder, 'cluster'), d: this.url, c: 'fast' }, [
        ...flags,
        '--no-sync',
      ]),
      logFile: join(folder, 'backup.log'),
    });
    return folder;
  }

  /** Replaces the stopped cluster by a backup. */
  restore(backup: string): void {
    const cluster = join(this.#folder, 'cluster');
    rmSync(cluster, { recursive: true, force: true });
    renameSync(join(backup, 'cluster'), cluster);
    rmSync(backup, { recursive: true, force: true });
  }

  /** Resumes all processes. Backends that stay frozen would outlive their postmaster. */
  thaw(): void {
    for (const pid of this.#frozen) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // The process is gone.
      }
    }
    this.#frozen = [];
  }

  /** False while backends of a killed postmaster still hold its shared memory: a new postmaster refuses to start. */
  async #startOnce(): Promise<boolean> {
    const child = await startChild({
      name: 'postgres',
      ...asDatabaseUser(
        'postgres',
        {
          D: join(this.#folder, 'cluster'),
          p: String(this.#port),
          // The path of a socket must be short, and the caller's folder may be deep.
          k: this.#isKept ? '' : this.#folder,
          h: '127.0.0.1',
          N: String(CONNECTIONS_MAX),
        },
        settingFlags(this.#settings),
      ),
      logFile: this.logFile,
      isDetached: this.#isKept,
    });
    this.#child = child;
    while (child.isRunning()) {
      if (await answers(this.url)) return true;
      await pause(50);
    }
    return false;
  }
}

export type Settings = Readonly<Record<string, string>>;
export type KeptServer = { readonly folder: string; readonly port: number; readonly settings?: Settings };

const settingFlags = (settings: Settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

export async function startOwnPostgres(wanted: Partial<KeptServer> = {}): Promise<OwnPostgres> {
  const folder = newFolder(wanted.folder);
  if (!existsSync(join(folder, 'cluster', 'PG_VERSION'))) await createCluster(folder);
  const port = wanted.port ?? (await freePort());
  const postgres = new OwnPostgres({ ...wanted, folder, port }, wanted.folder !== undefined);
  await postgres.start();
  return postgres;
}

/** A second server that replicates the first until it is promoted. */
export async function startStandby(primary: OwnPostgres, port?: number): Promise<OwnPostgres> {
  const standby = new OwnPostgres({ port: port ?? (await freePort()), folder: await primary.backUp(['-R']) });
  await standby.start();
  return standby;
}

function newFolder(kept?: string): string {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'volley-postgres-'));
  mkdirSync(folder, { recursive: true });
  if (isRoot) execFileSync('chown', ['postgres:postgres', folder]);
  return folder;
}

async function createCluster(folder: string): Promise<void> {
  await runChild({
    name: 'initdb',
    ...asDatabaseUser('initdb', { D: join(folder, 'cluster'), U: 'postgres', A: 'trust', E: 'UTF8' }, [
      '--data-checksums',
      '--no-sync',
      '--locale=C.UTF-8',
    ]),
    logFile: join(folder, 'initdb.log'),
  });
}

/** Whether the postgres user can enter a folder; root's home is closed to it. */
export function isOpenToPostgres(folder: string): boolean {
  if (!isRoot) return true;
  try {
    execFileSync('setpriv', [...DATABASE_USER, 'test', '-x', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root, so root drops privileges; the process id stays that of the program. */
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
    args: [...DATABASE_USER, path, ...args],
  };
}

const answers = (url: string): Promise<boolean> =>
  withDatabase(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );
