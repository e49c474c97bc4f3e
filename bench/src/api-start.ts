// Time and CPU of an `api` process from its start to its first answer to a call with a body: everything that the
// process compiles before it can answer shows here.
import type { Harness } from './harness/harness.ts';
import { cpuSeconds } from './machine.ts';
import { median } from './statistics.ts';

export type ApiStart = { readonly firstAnswerMs: number; readonly cpuMs: number; readonly starts: number };

/** The median: the first start may compile modules that the later ones find in a cache. */
export async function measureApiStart(harness: Harness, starts: number): Promise<ApiStart> {
  const waits: number[] = [];
  const used: number[] = [];
  for (let at = 0; at < starts; at += 1) {
    const startMs = performance.now();
    const api = await harness.startRoles(['api']);
    const answer = await fetch(`${api.url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    if (answer.status !== 400)
      throw new Error(`POST /auth/token with an empty body answered ${answer.status}, not 400`);
    waits.push(performance.now() - startMs);
    used.push(cpuSeconds(api.pid) * 1_000);
    await api.stop();
  }
  return { firstAnswerMs: median(waits), cpuMs: median(used), starts };
}
