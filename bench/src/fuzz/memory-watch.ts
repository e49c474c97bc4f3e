// Detects leaks of a process: compares the memory held at the end with that after a fifth of the work, when caches and
// compiled code have settled. Samples only in these two phases, since each sample forces a collection. Medians, because
// requests in flight hold memory too.
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { Settings } from '../harness/server-program.ts';
import { median } from '../statistics.ts';
import type { HeldMemory } from './heap-watch.ts';

const FIRST = [0.15, 0.25] as const;
const LAST = [0.9, 1] as const;
/** Distance between two samples, as a share of the work. */
const STEP = 0.005;
/** Late compilation takes about thirty bytes per request; a leak of a hundred is found. */
const BYTES_PER_REQUEST_MAX = 75;
const HELD_GROWTH_MAX = 1.1;
/** Leaks outside the heap and its buffers only show here, among the steps of malloc. */
const OUTSIDE_GROWTH_MAX = 1.25;
const MEGABYTE = 1024 ** 2;
const WATCH = fileURLToPath(new URL('./heap-watch.ts', import.meta.url));

export type Sample = HeldMemory & {
  /** Share of the work, up to 1. */
  readonly done: number;
};

export type Claim = readonly [string, boolean];

/** Settings of a watchable process; it leaks `leakBytes` per request on purpose. */
export const watchedSettings = (port: number, leakBytes: number): Settings => ({
  NODE_OPTIONS: `--import=${WATCH}`,
  HEAP_WATCH_PORT: String(port),
  HEAP_WATCH_LEAK: String(leakBytes),
  // With more arenas malloc keeps tens of megabytes per thread once that thread hashed a password.
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

  /** `done`: share of the work. */
  async look(done: number): Promise<void> {
    const share = Math.min(1, done);
    if (share < this.#next || !(isWithin(FIRST, share) || isWithin(LAST, share))) return;
    this.#next = share + STEP;
    const { body } = await request(`http://127.0.0.1:${this.#port}/`);
    this.#samples.push({ done: share, ...((await body.json()) as HeldMemory) }); // what the watch answers
  }

  claims(): readonly Claim[] {
    return checkMemory(this.#samples, this.#requests);
  }
}

const isWithin = ([from, to]: readonly [number, number], done: number) => done >= from && done <= to;

export function checkMemory(samples: readonly Sample[], requests: number): readonly Claim[] {
  const spells = [FIRST, LAST].map((spell) => samples.filter(({ done }) => isWithin(spell, done)));
  const [first, last] = spells.map(medians);
  if (first === undefined || last === undefined) return [['too few memory samples', false]];
  const perRequest = (last.heldBytes - first.heldBytes) / ((last.done - first.done) * requests);
  const heldGrowth = last.heldBytes / first.heldBytes;
  const growth = last.outsideBytes / first.outsideBytes;
  const shown = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
  return [
    [
      `the API holds ${shown(last.heldBytes)}, ${heldGrowth.toFixed(2)} times the value after a fifth of the requests, ${Math.round(perRequest)} more bytes per request`,
      perRequest <= BYTES_PER_REQUEST_MAX && heldGrowth <= HELD_GROWTH_MAX,
    ],
    [
      `outside its heap it uses ${shown(last.outsideBytes)}, ${growth.toFixed(2)} times the value after a fifth of the requests`,
      growth <= OUTSIDE_GROWTH_MAX,
    ],
  ];
}

function medians(samples: readonly Sample[]): Sample | undefined {
  if (samples.length === 0) return undefined;
  const of = (name: keyof Sample) => median(samples.map((sample) => sample[name]));
  return { done: of('done'), heldBytes: of('heldBytes'), outsideBytes: of('outsideBytes') };
}
