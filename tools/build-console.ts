// `npm run build:web`: the console's pages, into web/dist. Nothing is done when the build there is of these very
// sources; sandboxes and the demo call it at their start. The new build is made aside and takes its place at once, so
// that a server which reads the folder sees one build or the other, also when two of these run at the same time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const CONSOLE_FOLDER = join(ROOT, 'web/dist');
const ASIDE = join(ROOT, 'node_modules/.cache/volley-console');
const LOCK = join(ASIDE, 'lock');
const STAMP = 'sources.txt';
const SOURCE_FOLDERS = ['web/src', 'web/public', 'contract/src', 'domain/src'];
const SOURCE_FILES = [
  'web/index.html',
  'web/vite.config.ts',
  'web/compiled-texts.ts',
  'web/component-styles.ts',
  'web/tsconfig.json',
  'web/package.json',
  'package-lock.json',
  'tools/build-console.ts',
];
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.csv', '.txt']);
const WORTH_BYTES = 1_024;
const WAIT_MS = 200;
const PATIENCE_MS = 120_000;
const SWAPS_MAX = 20;
const COMPLAINT_MAX = 4_000;

/** The folder of a build of the sources as they are now. Talks to standard error only. */
export async function buildConsole(): Promise<string> {
  const sources = await hashSources();
  if (isBuilt(sources)) return CONSOLE_FOLDER;
  await mkdir(ASIDE, { recursive: true });
  await takeTurn(sources);
  try {
    if (!isBuilt(sources)) await buildAside(sources);
  } finally {
    await rm(LOCK, { force: true });
  }
  return CONSOLE_FOLDER;
}

async function hashSources(): Promise<string> {
  const lists = await Promise.all(
    SOURCE_FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
        .map((entry) => join(entry.parentPath, entry.name)),
    ),
  );
  const paths = [...lists.flat(), ...SOURCE_FILES.map((file) => join(ROOT, file))].toSorted();
  const hash = createHash('sha256');
  for (const path of paths) {
    hash.update(`${path.slice(ROOT.length)}\n`);
    // A file that has just gone is one that is not a source any more.
    hash.update(await readFile(path).catch(() => ''));
  }
  return hash.digest('hex');
}

function isBuilt(sources: string): boolean {
  try {
    return readFileSync(join(CONSOLE_FOLDER, STAMP), 'utf8') === sources;
  } catch {
    return false;
  }
}

/** Saves a second build of the same; correctness does not hang on it, the swap alone keeps builds whole. */
async function takeTurn(sources: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      if (isBuilt(sources)) return;
      if (!isAlive(await readFile(LOCK, 'utf8').catch(() => ''))) await rm(LOCK, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

function isAlive(pid: string): boolean {
  // Just made and not yet written: its maker is alive.
  if (pid === '') return existsSync(LOCK);
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

async function buildAside(sources: string): Promise<void> {
  const startedAt = performance.now();
  const made = join(ASIDE, `build-${process.pid}`);
  await rm(made, { recursive: true, force: true });
  try {
    await runVite(made);
    const files = await compress(made);
    await writeFile(join(made, STAMP), sources);
    await putInPlace(made, sources);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.error(`console: built ${files} files in ${seconds} s`);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function runVite(folder: string): Promise<void> {
  const program = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const child = spawn(process.execPath, [program, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Whoever asks for it, a test too, gets what people get.
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`the console does not build:\n${stripVTControlCharacters(said).slice(0, COMPLAINT_MAX)}`);
}

async function compress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files
      .filter((path) => COMPRESSED.has(extname(path)))
      .map(async (path) => {
        const bytes = await readFile(path);
        if (bytes.length < WORTH_BYTES) return;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }),
  );
  return files.length;
}

/** A folder cannot be renamed over a full one: the old one steps aside first. */
async function putInPlace(made: string, sources: string): Promise<void> {
  const old = join(ASIDE, `old-${process.pid}`);
  for (let tries = 0; ; tries += 1) {
    await rename(CONSOLE_FOLDER, old).catch(() => undefined);
    await rm(old, { recursive: true, force: true });
    try {
      await rename(made, CONSOLE_FOLDER);
      return;
    } catch (error) {
      // Somebody else was quicker; with the same sources theirs is as good.
      if (isBuilt(sources)) return;
      if (tries === SWAPS_MAX) throw error;
    }
  }
}

if (import.meta.main) await buildConsole();
