// `npm run build:packages`: builds the packages for other projects and packs them into dist/packages.
import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './built-folder.ts';
import { buildPackage } from './packages/build-package.ts';
import { PACKAGES } from './packages/package-list.ts';

export type Tarball = { readonly name: string; readonly path: string; readonly bytes: number; readonly files: number };

type Packed = { readonly name: string; readonly filename: string; readonly size: number; readonly entryCount: number };

/** The tarballs, in the order of the list. */
export async function buildPackages(place = join(ROOT, 'dist/packages')): Promise<Tarball[]> {
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const folders = await Promise.all(PACKAGES.map(buildPackage));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', place, ...folders];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT });
  const packed = JSON.parse(stdout) as Record<string, Packed> | Packed[]; // a list, since npm 12 an object by name
  return Object.values(packed).map(({ name, filename, size, entryCount }) => ({
    name,
    path: join(place, filename),
    bytes: size,
    files: entryCount,
  }));
}

if (import.meta.main)
  for (const { path, bytes, files } of await buildPackages())
    console.log(`${path.slice(ROOT.length)}: ${files} files, ${(bytes / 1_000).toFixed(1)} kB`);
