// A fresh Debian in a folder, with a network of its own for the servers. Commands run in it by chroot, as a user of it.
// apt and npm use the network of this machine; everything else sees only the loopback of the namespace.
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ChildOptions, runChild } from '@volley/bench/harness/child-process.ts';
import { run } from '../built/run-program.ts';

const SUITE = 'trixie';
const NPM = '11.21.1';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** Without an init, packages must not start their services: they would start in the network of this machine. */
const NO_SERVICES = '#!/bin/sh\nexit 101\n';

export type Command = { readonly user: string; readonly folder: string; readonly line: string; readonly name?: string };

export type FreshRoot = {
  readonly folder: string;
  /** Options of a process in the root; `online`: with the network of this machine. */
  options(command: Command, online?: boolean): ChildOptions;
  /** Options of a program of this machine in the network of the root. */
  beside(name: string, program: string, args: readonly string[]): ChildOptions;
  run(command: Command, online?: boolean): Promise<string>;
  remove(): void;
};

export function makeFreshRoot(cache: string, name: string): FreshRoot {
  const base = join(cache, SUITE);
  if (!existsSync(base)) {
    rmSync(`${base}.draft`, { recursive: true, force: true });
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, `${base}.draft`]);
    renameSync(`${base}.draft`, base);
  }
  const folder = join(cache, name);
  run('rm', ['-rf', '--one-file-system', folder]);
  run('cp', ['--archive', '--reflink=auto', base, folder]);
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
  // Certificates of this machine: its way to the package registry may have an issuer of its own.
  copyFileSync(CERTIFICATES, join(folder, CERTIFICATES));
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), NO_SERVICES, { mode: 0o755 });
  provideNode(cache, folder);
  const network = `volley-${name}`;
  run('ip', ['netns', 'add', network]);
  run('ip', ['-n', network, 'link', 'set', 'lo', 'up']);
  const logs = join(cache, `${name}-logs`);
  mkdirSync(logs, { recursive: true });
  const inNetwork = ['netns', 'exec', network];
  const options: FreshRoot['options'] = ({ user, folder: place, line, name: what = 'step' }, online = false) => {
    const inside = ['unshare', '--mount', 'sh', '-ec', ENTER, 'sh', folder, user, place, line];
    const [command = '', ...args] = online ? inside : ['ip', ...inNetwork, ...inside];
    return { name: what, command, args, logFile: join(logs, `${what}.log`) };
  };
  return {
    folder,
    options,
    beside: (what, program, args) => ({
      name: what,
      command: 'ip',
      args: [...inNetwork, program, ...args],
      logFile: join(logs, `${what}.log`),
    }),
    run: (command, online) => runChild(options(command, online)),
    remove: () => {
      run('ip', ['netns', 'delete', network]);
      run('rm', ['-rf', '--one-file-system', folder]);
    },
  };
}

/** Root, user, folder, line of the shell. The mounts are seen by this process alone. */
const ENTER = `
  root=$1 user=$2 folder=$3 line=$4
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  home=$(grep "^$user:" "$root/etc/passwd" | cut -d: -f6)
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME="$home" \\
    DEBIAN_FRONTEND=noninteractive NODE_EXTRA_CA_CERTS=${CERTIFICATES} \\
    chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups sh -ec 'cd "$0"; eval "$1"' "$folder" "$line"
`;

/** Node and npm from the packages of these names, at the places of the page. */
function provideNode(cache: string, folder: string): void {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
  copyFileSync(node, join(folder, 'usr/bin/node'));
  const npm = join(cache, `npm-${NPM}`);
  if (!existsSync(npm)) {
    run('npm', ['pack', '--silent', '--pack-destination', cache, `npm@${NPM}`]);
    mkdirSync(`${npm}.draft`, { recursive: true });
    run('tar', ['-xzf', join(cache, `npm-${NPM}.tgz`), '--strip-components=1', '-C', `${npm}.draft`]);
    renameSync(`${npm}.draft`, npm);
  }
  const place = join(folder, 'usr/lib/node_modules/npm');
  cpSync(npm, place, { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/bin', name));
}
