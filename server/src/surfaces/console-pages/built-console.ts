// The built pages of the console, in memory: only built names can be requested, a build that is replaced under a
// running server never mixes with the previous one, and open pages of the previous build find its files while the new
// build is recent. The build makes the compressed forms.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type BuiltFile, etagOf } from '../http/built-file.ts';

type ConsoleFile = BuiltFile & {
  /** The name contains a hash of the content. */
  readonly isImmutable: boolean;
};

type Build = { readonly madeAtMs: number; readonly page: string; readonly files: ReadonlyMap<string, ConsoleFile> };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
/** `name-Xy12Zw34.js`: names with a content hash, unlike `some-sentence.svg`. */
const HASHED = /^assets\/.+-(?=[\w-]*[A-Z0-9_])[\w-]{8}\.\w+$/;
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export class BuiltConsole {
  readonly #folder: string;
  #current: Build | undefined;
  #before: Build | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The start page of the console; undefined: not built. */
  page(): string | undefined {
    this.#look();
    return this.#current?.page;
  }

  /** `name` is relative to the console's address, without a leading slash. */
  find(name: string): ConsoleFile | undefined {
    if (this.#current === undefined) this.#look();
    return this.#current?.files.get(name) ?? this.#before?.files.get(name);
  }

  /** While a build is being replaced its files are missing for a moment; the previous read stays in force. */
  #look(): void {
    try {
      const madeAtMs = statSync(join(this.#folder, 'index.html')).mtimeMs;
      if (madeAtMs === this.#current?.madeAtMs) return;
      const next = readBuild(this.#folder, madeAtMs);
      this.#before = this.#current;
      this.#current = next;
    } catch {
      // Not built, or not completely: the next request tries again.
    }
  }
}

function readBuild(folder: string, madeAtMs: number): Build {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => TYPES[extname(name)] !== undefined);
  const files = new Map(names.map((name) => [name, readBuiltFile(folder, name)]));
  return { madeAtMs, page: readFileSync(join(folder, 'index.html'), 'utf8'), files };
}

function readBuiltFile(folder: string, name: string): ConsoleFile {
  const path = join(folder, name);
  const plain = readFileSync(path);
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    isImmutable: HASHED.test(name),
    etag: etagOf(plain),
    plain,
    compressed: new Map(
      ENCODINGS.filter(([, ending]) => existsSync(`${path}${ending}`)).map(([encoding, ending]) => [
        encoding,
        readFileSync(`${path}${ending}`),
      ]),
    ),
  };
}
