// Versions of Node beside that of the repository, from npm, kept in node_modules/.cache.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../built-folder.ts';

const CACHE = join(ROOT, 'node_modules/.cache/volley-nodes');

/** Folder with the program `node` of this version. */
export async function nodeFolder(version: string): Promise<string> {
  const place = join(CACHE, version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(place, 'node_modules', name, 'bin');
  if (existsSync(folder)) return folder;
  const aside = `${place}-${process.pid}`;
  await mkdir(aside, { recursive: true });
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', '--prefix', aside, ...quiet, `${name}@${version}`], { cwd: aside });
  // A complete folder appears at once, also if two commands install the same version.
  await rename(aside, place).catch(() => rm(aside, { recursive: true, force: true }));
  return folder;
}
