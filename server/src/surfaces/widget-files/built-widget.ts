// The built files of the widget, in memory: only built names can be requested. The build writes plain files; they are
// compressed once when they are read. A new build is noticed by the time of its script.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type BuiltFile, etagOf } from '../http/built-file.ts';

type Build = { readonly madeAtMs: number; readonly files: ReadonlyMap<string, BuiltFile> };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};
/** Changes with every build. */
const SCRIPT = 'verify.js';
/** How often the folder is looked at. */
const LOOK_MS = 1_000;

export class BuiltWidget {
  readonly #folder: string;
  #build: Build | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  isBuilt(): boolean {
    this.#look();
    return this.#build !== undefined;
  }

  /** `name` is relative to the folder of the build. */
  find(name: string): BuiltFile | undefined {
    this.#look();
    return this.#build?.files.get(name);
  }

  /** While a build is being replaced its files are missing for a moment; the previous read stays in force. */
  #look(): void {
    const nowMs = performance.now();
    if (this.#build !== undefined && nowMs - this.#lookedAtMs < LOOK_MS) return;
    this.#lookedAtMs = nowMs;
    try {
      const madeAtMs = statSync(join(this.#folder, SCRIPT)).mtimeMs;
      if (madeAtMs !== this.#build?.madeAtMs) this.#build = { madeAtMs, files: readFiles(this.#folder) };
    } catch {
      // Not built, or not completely: the next request tries again.
    }
  }
}

function readFiles(folder: string): Map<string, BuiltFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => TYPES[extname(name)] !== undefined);
  return new Map(names.map((name) => [name, readBuiltFile(folder, name)]));
}

function readBuiltFile(folder: string, name: string): BuiltFile {
  const plain = readFileSync(join(folder, name));
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    plain,
    compressed: new Map(
      plain.length === 0
        ? []
        : [
            ['br', brotliCompressSync(plain)],
            ['gzip', gzipSync(plain, { level: 9 })],
          ],
    ),
  };
}
