// The base of the image, made without a registry: Debian by debootstrap, Node and npm from the packages of those names,
// the user `node`. It has what the Dockerfile expects of Node's slim image, and its name.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Buildah } from './buildah.ts';
import { run } from './run-program.ts';

const SUITE = 'bookworm';
const NPM = '11.21.1';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** The base of the Dockerfile without its digest: this one is made here. */
export function baseNameOf(dockerfile: string): string {
  const name = /^ARG NODE_IMAGE=([^@\s]+)/m.exec(readFileSync(dockerfile, 'utf8'))?.[1];
  if (name === undefined) throw new Error(`${dockerfile} has no NODE_IMAGE`);
  return `docker.io/library/${name}`;
}

/** Makes the base and stores it under its name. A root filesystem from an earlier call is used again. */
export function storeBase(buildah: Buildah, folder: string, name: string): void {
  const root = join(folder, 'base');
  if (!existsSync(root)) makeRoot(folder, root);
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, root, '/');
  // Certificates of this machine: its way to the package registry may have an issuer of its own.
  buildah(
    'config',
    '--env',
    'PATH=/usr/local/bin:/usr/bin:/bin',
    '--env',
    `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
    container,
  );
  buildah('commit', '--quiet', container, name);
  buildah('rm', container);
}

function makeRoot(folder: string, root: string): void {
  // A folder that is there under its final name is complete.
  const draft = `${root}.draft`;
  rmSync(draft, { recursive: true, force: true });
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, draft]);
  const local = join(draft, 'usr/local');
  copyFileSync(nodeProgram(), join(local, 'bin/node'));
  const npm = join(local, 'lib/node_modules/npm');
  mkdirSync(npm, { recursive: true });
  run('npm', ['pack', '--silent', '--pack-destination', folder, `npm@${NPM}`]);
  run('tar', ['-xzf', join(folder, `npm-${NPM}.tgz`), '--strip-components=1', '-C', npm]);
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  copyFileSync(CERTIFICATES, join(draft, CERTIFICATES));
  run('chroot', [draft, 'useradd', '--uid', '1000', '--create-home', 'node']);
  renameSync(draft, root);
}

/** The program of the npm package `node`, which runs this script as well. */
function nodeProgram(): string {
  return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node');
}
