import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of server programs, which are often not on the path of a plain user. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

/** The newest PostgreSQL of a Debian system, then the path, then the folders of servers. */
export function findProgram(program: string): string {
  const newestFirst = globSync(`/usr/lib/postgresql/*/bin/${program}`).toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  const onPath = [...(process.env['PATH'] ?? '').split(':'), ...SERVER_FOLDERS].map((folder) => join(folder, program));
  const found = [...newestFirst, ...onPath].find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${program} is not installed`);
  return found;
}
