// The files of a fresh Debian in a folder. The base is made once by debootstrap and copied for every run. It has
// systemd, as an installed Debian has, and nothing of Volley.
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from '../built/run-program.ts';

const SUITE = 'trixie';
const NPM = '11.21.1';
export const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Copies the base to `cache/name` and returns that folder. */
export function makeFreshRoot(cache: string, name: string): string {
  const base = join(cache, SUITE);
  if (!existsSync(base)) {
    // A folder that is there under its final name is complete.
    rmSync(`${base}.draft`, { recursive: true, force: true });
    run('debootstrap', ['--variant=minbase', '--include=systemd-sysv', SUITE, `${base}.draft`]);
    renameSync(`${base}.draft`, base);
  }
  const folder = join(cache, name);
  run('cp', ['--archive', '--reflink=auto', base, folder]);
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
  writeFileSync(join(folder, 'etc/hostname'), 'volley\n');
  return folder;
}

export function removeRoot(folder: string): void {
  run('rm', ['-rf', '--one-file-system', folder]);
}

/** Certificates of this machine: its way to the package registry may have an issuer of its own. */
export function trustSameIssuers(folder: string): void {
  copyFileSync(CERTIFICATES, join(folder, CERTIFICATES));
}

/** Node and npm from the packages of these names, at the places of the page. */
export function provideNode(cache: string, folder: string): void {
  const node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
  copyFileSync(node, join(folder, 'usr/bin/node'));
  const npm = join(cache, `npm-${NPM}`);
  if (!existsSync(npm)) {
    run('npm', ['pack', '--silent', '--pack-destination', cache, `npm@${NPM}`]);
    mkdirSync(`${npm}.draft`, { recursive: true });
    run('tar', ['-xzf', join(cache, `npm-${NPM}.tgz`), '--strip-components=1', '-C', `${npm}.draft`]);
    renameSync(`${npm}.draft`, npm);
  }
  cpSync(npm, join(folder, 'usr/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/bin', name));
}

/** The files of the current commit, owned by a user of the root. */
export function putRepository(folder: string, place: string, owner: string): void {
  run('sh', ['-ec', 'git archive HEAD | tar --extract --no-same-owner -C "$0"', join(folder, place)]);
  run('chroot', [folder, 'chown', '-R', `${owner}:${owner}`, place]);
}
