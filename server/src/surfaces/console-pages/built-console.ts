// The built pages of the console, held in memory: a name that was not built cannot be asked for, a build that is
// swapped under a running server never mixes with the one before, and whoever still shows the one before finds its
// parts for as long as the next build is young. Compressed forms are made by the build and only picked up here.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export type BuiltFile = {
  readonly type: string;
  /** Its name has a hash of its content. */
  readonly isImmutable: boolean;
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: ReadonlyMap<'br' | 'gzip', Buffer>;
};

type Build = { readonly madeAtMs: number; readonly page: string; readonly files: ReadonlyMap<string, BuiltFile> };

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
/** `name-Xy12Zw34.js`: what the build names after its content, and not `some-sentence.svg`. */
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

  /** The page that starts the console, or nothing while it is not built. */
  page(): string | undefined {
    this.#look();
    return this.#current?.page;
  }

  /** `name` is relative to the console's address, without a slash before it. */
  find(name: string): BuiltFile | undefined {
    if (this.#current === undefined) this.#look();
    return this.#current?.files.get(name) ?? this.#before?.files.get(name);
  }

  /** A build being swapped right now is not there for a moment: what was read before stays in force. */
  #look(): void {
    try {
      const madeAtMs = statSync(join(this.#folder, 'index.html')).mtimeMs;
      if (madeAtMs === this.#current?.madeAtMs) return;
      const next = readBuild(this.#folder, madeAtMs);
      this.#before = this.#current;
      this.#current = next;
    } catch {
      // Not built, or not wholly: asked again by the next request.
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

function readBuiltFile(folder: string, name: string): BuiltFile {
  const path = join(folder, name);
  const plain = readFileSync(path);
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    isImmutable: HASHED.test(name),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    compressed: new Map(
      ENCODINGS.filter(([, ending]) => existsSync(`${path}${ending}`)).map(([encoding, ending]) => [
        encoding,
        readFileSync(`${path}${ending}`),
      ]),
    ),
  };
}
