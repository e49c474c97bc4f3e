// The PostgreSQL server of the integration tests: without durability, in memory where that is large enough. A killed
// machine loses its databases, which no test needs. Its cluster is kept for the next run.
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../bench/src/harness/free-port.ts';
import { startOwnPostgres } from '../../bench/src/harness/own-postgres.ts';

export type QuickPostgres = { readonly url: string; readonly pid: number | undefined; stop(): Promise<void> };

const MEMORY = '/dev/shm';
const MEMORY_BYTES = 4 * 1024 ** 3;
const SLOTS = 16;
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  // A test lasts shorter than it takes to collect statistics.
  autovacuum: 'off',
  // Connections of a test live too short for PostgreSQL to change from five custom plans of a statement to a generic
  // one.
  plan_cache_mode: 'force_generic_plan',
};

export async function startQuickPostgres(): Promise<QuickPostgres> {
  const folder = takeFolder();
  const release = () => rmSync(join(folder, 'pid'), { force: true });
  const start = async () => startOwnPostgres({ folder, port: await freePort(), settings: SETTINGS });
  try {
    const postgres = await start().catch(() => {
      // A machine that stopped may have left a cluster that cannot start.
      rmSync(join(folder, 'cluster'), { recursive: true, force: true });
      return start();
    });
    return { url: postgres.url, pid: postgres.pid, stop: () => postgres.stop().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Runs at the same time have clusters of their own. The server of a killed run ends, which frees its cluster for later.
 */
function takeFolder(): string {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const folder = join(place(), `volley-tests-${userInfo().uid}-${slot}`);
    mkdirSync(folder, { recursive: true });
    endOrphan(folder);
    if (!isServed(folder) && claim(join(folder, 'pid'))) return folder;
  }
  throw new Error(`all ${SLOTS} clusters of PostgreSQL for tests in ${place()} are in use`);
}

function isServed(folder: string): boolean {
  const pid = readPid(join(folder, 'cluster', 'postmaster.pid'));
  return pid !== undefined && isAlive(pid);
}

function endOrphan(folder: string): void {
  const owner = readPid(join(folder, 'pid'));
  const server = readPid(join(folder, 'cluster', 'postmaster.pid'));
  if (owner === undefined || server === undefined || isAlive(owner)) return;
  const command = `/proc/${server}/cmdline`;
  // Its id may belong to another program by now.
  if (existsSync(command) && readFileSync(command, 'utf8').includes(join(folder, 'cluster')))
    process.kill(server, 'SIGQUIT');
}

const readPid = (file: string): number | undefined =>
  existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;

function claim(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (existsSync(file) && isAlive(Number(readFileSync(file, 'utf8')))) return false;
    rmSync(file, { force: true });
    return claim(file);
  }
}

function place(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_BYTES ? MEMORY : tmpdir();
}

export function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
