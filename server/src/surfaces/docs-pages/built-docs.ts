// The built developer site. Only names of the build can be requested; a file is read on its first request and kept
// until the folder has another build. A new build is noticed by the time of its start page.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { BUILT_TYPES, type BuiltFile, readBuiltFile } from '../http/built-file.ts';

type Build = { readonly madeAtMs: number; readonly names: ReadonlySet<string>; readonly read: Map<string, BuiltFile> };

const START = 'index.html';
/** A build under way writes a line into this file every few seconds (tools/build-docs.ts). */
const PROGRESS = 'building.txt';
/** An older line belongs to a build that was interrupted. */
const PROGRESS_MS_MAX = 30_000;
/** How often the folder is looked at. */
const LOOK_MS = 1_000;

export class BuiltDocs {
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

  /** How far the first build is; undefined if no build is under way. */
  progress(): string | undefined {
    const path = join(this.#folder, PROGRESS);
    try {
      if (Date.now() - statSync(path).mtimeMs > PROGRESS_MS_MAX) return undefined;
      return readFileSync(path, 'utf8').trim();
    } catch {
      return undefined;
    }
  }

  has(name: string): boolean {
    this.#look();
    return this.#build?.names.has(name) === true;
  }

  /** `name` is relative to the folder of the build. */
  find(name: string): BuiltFile | undefined {
    if (!this.has(name) || this.#build === undefined) return undefined;
    const { read } = this.#build;
    try {
      const file = read.get(name) ?? readBuiltFile(this.#folder, name);
      read.set(name, file);
      return file;
    } catch {
      // The build has just been replaced by one without this file.
      return undefined;
    }
  }

  /** While a build is being replaced its files are missing for a moment; the previous list stays in force. */
  #look(): void {
    const nowMs = performance.now();
    if (this.#build !== undefined && nowMs - this.#lookedAtMs < LOOK_MS) return;
    this.#lookedAtMs = nowMs;
    try {
      const madeAtMs = statSync(join(this.#folder, START)).mtimeMs;
      if (madeAtMs === this.#build?.madeAtMs) return;
      const names = readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => BUILT_TYPES[extname(name)] !== undefined);
      this.#build = { madeAtMs, names: new Set(names), read: new Map() };
    } catch {
      // Not built, or not completely: the next request tries again.
    }
  }
}
