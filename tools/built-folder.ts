// A folder of built files that is made again only when its sources changed. A new build is made in another folder and
// swapped in at once, so a server that reads the folder sees a complete build, also if two builds run at the same time.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openSteps, type Say } from './steps.ts';

export type BuiltFolder = {
  /** Name in messages. */
  readonly name: string;
  readonly folder: string;
  /** Paths from the root; all files of these folders, and these files. */
  readonly sourceFolders: readonly string[];
  readonly sourceFiles: readonly string[];
  /** How long a build takes, in words. */
  readonly usually: string;
  /** 10 unless set. For the developer site it would take a third of the build, and save a tenth of the bytes over 6. */
  readonly brotliQuality?: number;
  /** Writes the files into an empty folder. */
  make(folder: string): Promise<void>;
};

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = 'sources.txt';
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.csv', '.txt', '.md']);
const WORTH_BYTES = 1_024;
/** Builders of images allow a process 1,024 open files; the site has more. */
const FILES_AT_ONCE = 16;
const WAIT_MS = 200;
const PATIENCE_MS = 120_000;
const SWAPS_MAX = 20;

/** The folder, with a build of the present sources. Writes to standard error only; `say` gets the progress instead. */
export async function bringUpToDate(built: BuiltFolder, say?: Say): Promise<string> {
  const sources = await hashSources(built);
  if (isBuilt(built, sources)) return built.folder;
  const steps = openSteps(built.name, say);
  steps.next(`building, usually ${built.usually}`);
  try {
    await mkdir(asideOf(built), { recursive: true });
    await takeTurn(built, sources);
    if (!isBuilt(built, sources)) await buildAside(built, sources);
  } finally {
    steps.end();
    await rm(lockOf(built), { force: true });
  }
  return built.folder;
}

const asideOf = ({ name }: BuiltFolder): string => join(ROOT, `node_modules/.cache/volley-${name}`);
const lockOf = (built: BuiltFolder): string => join(asideOf(built), 'lock');

async function hashSources({ sourceFolders, sourceFiles }: BuiltFolder): Promise<string> {
  const lists = await Promise.all(
    sourceFolders
      .filter((folder) => existsSync(join(ROOT, folder)))
      .map(async (folder) =>
        (await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
          .map((entry) => join(entry.parentPath, entry.name)),
      ),
  );
  const paths = [...lists.flat(), ...sourceFiles.map((file) => join(ROOT, file))].toSorted();
  const hash = createHash('sha256');
  for (const path of paths) {
    hash.update(`${path.slice(ROOT.length)}\n`);
    // A file deleted meanwhile is no longer a source.
    hash.update(await readFile(path).catch(() => ''));
  }
  return hash.digest('hex');
}

function isBuilt({ folder }: BuiltFolder, sources: string): boolean {
  try {
    return readFileSync(join(folder, STAMP), 'utf8') === sources;
  } catch {
    return false;
  }
}

/** Avoids a duplicate build of the same sources; correctness depends on the swap alone. */
async function takeTurn(built: BuiltFolder, sources: string): Promise<void> {
  const lock = lockOf(built);
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      if (isBuilt(built, sources)) return;
      const pid = await readFile(lock, 'utf8').catch(() => '');
      // Just created and not yet written: its owner is alive.
      if (pid === '' ? !existsSync(lock) : !isAlive(pid)) await rm(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

/** A build that was interrupted leaves its files behind. */
async function removeLeftovers(built: BuiltFolder): Promise<void> {
  for (const name of await readdir(asideOf(built))) {
    const pid = /^(?:build|old)-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(pid)) await rm(join(asideOf(built), name), { recursive: true, force: true });
  }
}

async function buildAside(built: BuiltFolder, sources: string): Promise<void> {
  const startedAt = performance.now();
  const made = join(asideOf(built), `build-${process.pid}`);
  await removeLeftovers(built);
  await rm(made, { recursive: true, force: true });
  try {
    await built.make(made);
    const files = await compress(made, built.brotliQuality ?? 10);
    await writeFile(join(made, STAMP), sources);
    await putInPlace(built, made, sources);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.error(`${built.name}: built ${files} files in ${seconds} s`);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function compress(folder: string, brotliQuality: number): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const waiting = files.filter((path) => COMPRESSED.has(extname(path)));
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await compressFile(path, brotliQuality);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  return files.length;
}

async function compressFile(path: string, brotliQuality: number): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_BYTES) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** A folder cannot be renamed over a non-empty folder: the old folder is moved away first. */
async function putInPlace(built: BuiltFolder, made: string, sources: string): Promise<void> {
  const old = join(asideOf(built), `old-${process.pid}`);
  for (let tries = 0; ; tries += 1) {
    await rename(built.folder, old).catch(() => undefined);
    await rm(old, { recursive: true, force: true });
    try {
      await rename(made, built.folder);
      return;
    } catch (error) {
      // Another process was faster; a build of the same sources is equal.
      if (isBuilt(built, sources)) return;
      if (tries === SWAPS_MAX) throw error;
    }
  }
}
