// A program of a Debian root: runs in it by chroot, with a folder of this machine at /data. The mounts are seen by this
// process alone, the network is that of this machine. Needs root.
import { chownSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, runChild, startChild } from '@volley/bench/harness/child-process.ts';
import { ROOT_USER } from './debian-root.ts';

export type Rooted = {
  readonly root: string;
  /** Appears as /data inside and belongs to the user of the program. */
  readonly folder: string;
};

/** Root, folder, then the program. */
const ENTER = `
  root=$1 folder=$2
  shift 2
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --bind "$folder" "$root/data"
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/data LC_ALL=C.UTF-8 chroot --userspec=${ROOT_USER}:${ROOT_USER} "$root" "$@"
`;

const inside = ({ root, folder }: Rooted, [program = '', ...words]: readonly string[]) => {
  chownSync(folder, ROOT_USER, ROOT_USER);
  const name = program.split('/').at(-1) ?? program;
  const args = ['--mount', 'sh', '-ec', ENTER, 'sh', root, folder, program, ...words];
  return { name, command: 'unshare', args, logFile: join(folder, `${name}.log`) };
};

export const runRooted = (place: Rooted, words: readonly string[]): Promise<string> => runChild(inside(place, words));

export const startRooted = (place: Rooted, words: readonly string[]): Promise<Child> =>
  startChild(inside(place, words));

/** Path of a program inside its root; the pattern is that of a file. */
export function programIn(root: string, pattern: string): string {
  const [found] = globSync(pattern, { cwd: root });
  if (found === undefined) throw new Error(`${root} has no ${pattern}`);
  return `/${found}`;
}
