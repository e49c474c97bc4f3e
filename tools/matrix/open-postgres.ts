// PostgreSQL of a Debian root, with checksums and the durability of production.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { withDatabase } from '@volley/bench/harness/with-database.ts';
import type { OpenServer } from './open-server.ts';
import { programIn, runRooted, startRooted } from './rooted-program.ts';

const READY_MS = 120_000;

export async function openPostgres(root: string, major: string): Promise<OpenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-postgres-'));
  const place = { root, folder };
  const program = (name: string) => programIn(root, `usr/lib/postgresql/${major}/bin/${name}`);
  const owner = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await runRooted(place, [program('initdb'), '-D', '/data/cluster', ...owner, '--data-checksums', '--no-sync']);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const where = ['-D', '/data/cluster', '-h', '127.0.0.1', '-p', String(port), '-k', '', '-N', '200'];
  // The unpacked packages have no compiler library; the service turns just-in-time compilation off anyway.
  const child = await startRooted(place, [program('postgres'), ...where, '-c', 'jit=off']);
  const stop = async () => {
    child.kill('SIGINT');
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const version = await waitFor('PostgreSQL', () => versionOf(url), { timeoutMs: READY_MS });
    return { url, version, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Like 17.11. */
const versionOf = (url: string): Promise<string> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return String(rows[0]?.server_version).split(' ', 1)[0] ?? '';
  });
