// The built pages of the console, in memory: only built names can be requested, a build that is replaced under a
// running server never mixes with the previous one, and open pages of the previous build find its files while the new
// build is recent. The build makes the compressed forms.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { BUILT_TYPES, type BuiltFile, readBuiltFile } from '../http/built-file.ts';

type ConsoleFile = BuiltFile & {
  /** The name contains a hash of the content. */
  readonly isImmutable: boolean;
};

type Build = { readonly madeAtMs: number; readonly page: string; readonly files: ReadonlyMap<string, ConsoleFile> };

/** `name-Xy12Zw34.js`: names with a content hash, unlike `some-sentence.svg`. */
const HASHED = /^assets\/.+-(?=[\w-]*[A-Z0-9_])[\w-]{8}\.\w+$/;
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
    .filter((name) => BUILT_TYPES[extname(name)] !== undefined && extname(name) !== '.html');
  const files = new Map(
    names.map((name) => [name, { ...readBuiltFile(folder, name), isImmutable: HASHED.test(name) }]),
  );
  return { madeAtMs, page: readFileSync(join(folder, 'index.html'), 'utf8'), files };
}
