// Whether a process keeps what it was given: what it holds at the end beside that after a fifth of the work, when caches
// and the compiler have what they want. It is asked in both spells only, since each look stops it for a collection.
// Medians, because requests under way hold something too.
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { Settings } from '../stand/server-program.ts';
import { median } from '../statistics.ts';
import type { HeldMemory } from './heap-watch.ts';

const FIRST = [0.15, 0.25] as const;
const LAST = [0.9, 1] as const;
/** Between two looks. */
const STEP = 0.005;
/** Code that is compiled late takes some thirty; a leak of a hundred is found. */
const BYTES_PER_REQUEST_MAX = 75;
const HELD_GROWTH_MAX = 1.1;
/** What is lost outside of the heap and its buffers shows here alone, among the steps in which malloc takes memory. */
const OUTSIDE_GROWTH_MAX = 1.25;
const MEGABYTE = 1024 ** 2;
const WATCH = fileURLToPath(new URL('./heap-watch.ts', import.meta.url));

export type Sample = HeldMemory & {
  /** The share of the work, up to 1. */
  readonly done: number;
};

export type Claim = readonly [string, boolean];

/** Of a process that can be watched; `leakBytes` are lost on purpose with every request. */
export const watchedSettings = (port: number, leakBytes: number): Settings => ({
  NODE_OPTIONS: `--import=${WATCH}`,
  HEAP_WATCH_PORT: String(port),
  HEAP_WATCH_LEAK: String(leakBytes),
  // Left to itself, malloc keeps tens of megabytes per thread once a password was hashed there.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
});

export class MemoryWatch {
  readonly #samples: Sample[] = [];
  readonly #port: number;
  readonly #requests: number;
  #next: number = FIRST[0];

  constructor(port: number, requests: number) {
    this.#port = port;
    this.#requests = requests;
  }

  /** `done`: the share of the work. */
  async look(done: number): Promise<void> {
    const share = Math.min(1, done);
    if (share < this.#next || !(isWithin(FIRST, share) || isWithin(LAST, share))) return;
    this.#next = share + STEP;
    const { body } = await request(`http://127.0.0.1:${this.#port}/`);
    this.#samples.push({ done: share, ...((await body.json()) as HeldMemory) }); // what the watch answers
  }

  claims(): readonly Claim[] {
    return judgeMemory(this.#samples, this.#requests);
  }
}

const isWithin = ([from, to]: readonly [number, number], done: number) => done >= from && done <= to;

export function judgeMemory(samples: readonly Sample[], requests: number): readonly Claim[] {
  const spells = [FIRST, LAST].map((spell) => samples.filter(({ done }) => isWithin(spell, done)));
  const [first, last] = spells.map(medians);
  if (first === undefined || last === undefined) return [['too few looks at the memory', false]];
  const perRequest = (last.heldBytes - first.heldBytes) / ((last.done - first.done) * requests);
  const heldGrowth = last.heldBytes / first.heldBytes;
  const growth = last.outsideBytes / first.outsideBytes;
  const shown = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  return [
    [
      `the API holds ${shown(last.heldBytes)}, ${heldGrowth.toFixed(2)} times as much as after a fifth of the requests, ${Math.round(perRequest)} bytes more per request`,
      perRequest <= BYTES_PER_REQUEST_MAX && heldGrowth <= HELD_GROWTH_MAX,
    ],
    [
      `outside of its heap it takes ${shown(last.outsideBytes)}, ${growth.toFixed(2)} times as much as after a fifth of the requests`,
      growth <= OUTSIDE_GROWTH_MAX,
    ],
  ];
}

function medians(samples: readonly Sample[]): Sample | undefined {
  if (samples.length === 0) return undefined;
  const of = (name: keyof Sample) => median(samples.map((sample) => sample[name]));
  return { done: of('done'), heldBytes: of('heldBytes'), outsideBytes: of('outsideBytes') };
}
