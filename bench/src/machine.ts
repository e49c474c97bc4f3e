// Facts about the machine of a measurement, and resource usage of processes.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { withDatabase } from './harness/with-database.ts';
import { rounded } from './statistics.ts';

const GIGABYTE = 1024 ** 3;
const MEGABYTE_IN_KB = 1024;

export async function machineFacts(databaseUrl: string): Promise<Record<string, string | number>> {
  const postgres = await withDatabase(databaseUrl, (client) =>
    client.query<{ version: string }>(`select current_setting('server_version') as version`),
  );
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: rounded(totalmem() / GIGABYTE, 1),
    /** Load before the run: above 1 the figures are not reliable. */
    loadBefore: rounded(loadavg()[0] ?? 0),
    node: process.version,
    postgres: postgres.rows[0]?.version ?? 'unknown',
    nats: natsVersion(),
  };
}

function natsVersion(): string {
  try {
    return execFileSync('nats-server', ['--version'], { encoding: 'utf8' }).trim().replace('nats-server: v', '');
  } catch {
    return 'unknown';
  }
}

export function residentMb(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? Number.NaN) / MEGABYTE_IN_KB;
}

const TICKS_PER_SECOND = 100;

export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program name may contain blanks; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** CPU time of a running process in all its threads, finer than the ticks of 10 ms above; 0 if it has ended. */
export function cpuMicros(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  try {
    return readdirSync(tasks).reduce((sum, thread) => sum + threadMicros(`${tasks}/${thread}/schedstat`), 0);
  } catch {
    return 0;
  }
}

function threadMicros(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000;
  } catch {
    // The thread has ended meanwhile.
    return 0;
  }
}
