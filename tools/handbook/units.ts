// The units of systemd as processes: without an init, their command runs as their user, in their folder, with their
// environment. The sandbox, the restarts and the order of systemd are not tried.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './fresh-root.ts';

/** `unit`: volley-migrate, or volley@api for an instance of volley@. */
export function commandOf(root: string, unit: string): Command {
  const [template = '', instance] = unit.split('@');
  const file = instance === undefined ? `${template}.service` : `${template}@.service`;
  const text = readFileSync(join(root, 'etc/systemd/system', file), 'utf8').replaceAll('%i', instance ?? '');
  const all = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [user = 'root'] = all('User');
  const [folder = '/'] = all('WorkingDirectory');
  const settings = [
    ...all('Environment').flatMap((line) => line.split(' ')),
    ...all('EnvironmentFile').flatMap((path) => environmentFile(root, path)),
  ];
  const line = `exec env ${settings.map((setting) => `'${setting}'`).join(' ')} ${all('ExecStart').join(' ')}`;
  return { user, folder, line, name: unit };
}

/** A dash before the path: the file may be missing. */
function environmentFile(root: string, path: string): string[] {
  const place = join(root, path.replace(/^-/, ''));
  if (path.startsWith('-') && !existsSync(place)) return [];
  return readFileSync(place, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
}
