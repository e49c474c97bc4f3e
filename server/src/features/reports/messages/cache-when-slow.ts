// Cache of slow counts: a result is served for ten times its duration. Fast results are not cached.
import { type SharedState, slot } from '../../../platform/state/shared-state.ts';

const CACHED_MAX = 500;
const CHEAP_MS = 100;
const SERVES_TIMES = 10;

type CachedAnswer = { readonly answer: unknown; readonly until: number };
const ANSWERS = slot(() => new Map<string, CachedAnswer>());

export async function cacheWhenSlow<T>(shared: SharedState, key: string, count: () => Promise<T>): Promise<T> {
  const cache = shared.of(ANSWERS);
  const cached = cache.get(key);
  // A key belongs to one caller, so the type of its answer is known.
  if (cached !== undefined && cached.until > performance.now()) return cached.answer as T;
  const began = performance.now();
  const answer = await count();
  const tookMs = performance.now() - began;
  cache.delete(key);
  if (tookMs <= CHEAP_MS) return answer;
  const [oldest] = cache.keys();
  if (cache.size >= CACHED_MAX && oldest !== undefined) cache.delete(oldest);
  cache.set(key, { answer, until: performance.now() + tookMs * SERVES_TIMES });
  return answer;
}
