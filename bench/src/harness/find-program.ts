import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of server programs, which are often not on a user's PATH. */
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

/** Searches the newest PostgreSQL of Debian, then PATH, then SERVER_FOLDERS. */
export function findProgram(program: string): string {
  const newestFirst = globSync(`/usr/lib/postgresql/*/bin/${program}`).toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  const onPath = [...(process.env['PATH'] ?? '').split(':'), ...SERVER_FOLDERS].map((folder) => join(folder, program));
  const found = [...newestFirst, ...onPath].find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${program} is not installed`);
  return found;
}
