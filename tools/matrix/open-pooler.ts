// PgBouncer of a Debian root in transaction mode, set up as docs/operating/install.md says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepts } from '@volley/bench/harness/accepts.ts';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import type { OpenServer } from './open-server.ts';
import { programIn, runRooted, startRooted } from './rooted-program.ts';

const READY_MS = 60_000;
const PAGE = new URL('../../docs/operating/install.md', import.meta.url);

/** The address leads to the same database through the pooler. */
export async function openPooler(root: string, databaseUrl: string): Promise<OpenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-pgbouncer-'));
  const place = { root, folder };
  const program = programIn(root, 'usr/sbin/pgbouncer');
  const version = /PgBouncer (\S+)/.exec(await runRooted(place, [program, '--version']))?.[1] ?? '';
  const port = await freePort();
  const target = new URL(databaseUrl);
  writeFileSync(join(folder, 'users.txt'), `"${target.username}" ""\n"volley_engine" ""\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), configuration(readFileSync(PAGE, 'utf8'), target, port));
  const child = await startRooted(place, [program, '/data/pgbouncer.ini']);
  await waitFor('PgBouncer', () => accepts(port), { timeoutMs: READY_MS });
  const url = new URL(databaseUrl);
  url.port = String(port);
  const stop = async () => {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: url.href, version, stop };
}

/** The block of the page with the address, port and user of this trial. */
function configuration(page: string, target: URL, port: number): string {
  const documented = /```ini\n(\[databases\][\s\S]*?)```/.exec(page)?.[1];
  if (documented === undefined) throw new Error(`${PAGE.pathname} has no block of pgbouncer.ini`);
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: '/data/users.txt',
  };
  const documentedHere = documented
    .replace(/^volley = host=\S+ port=\d+/m, `${target.pathname.slice(1)} = host=127.0.0.1 port=${target.port}`)
    .split('\n')
    .filter((line) => !Object.keys(own).some((name) => line.startsWith(`${name} =`)));
  return [...documentedHere, ...Object.entries(own).map(([name, value]) => `${name} = ${value}`), ''].join('\n');
}
