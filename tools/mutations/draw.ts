// Draws mutations by a seed, at most one per file: the same tree and seed give the same mutations.
import { createHash } from 'node:crypto';
import type { Mutation } from './find-mutations.ts';

/** In the order of the SHA-256 of seed, path and place. */
export function draw(mutations: readonly Mutation[], count: number, seed: string): Mutation[] {
  const ordered = mutations
    .map((mutation) => ({ mutation, key: keyOf(mutation, seed) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const paths = new Set<string>();
  return ordered
    .map(({ mutation }) => mutation)
    .filter(({ path }) => !paths.has(path) && paths.add(path))
    .slice(0, count);
}

function keyOf({ path, start, after }: Mutation, seed: string): string {
  return createHash('sha256').update(`${seed} ${path} ${start} ${after}`).digest('hex');
}

/** `path:line: before → after`. */
export function describeMutation({ path, start, before, after }: Mutation, text: string): string {
  const line = text.slice(0, start).split('\n').length;
  return `${path}:${line}: ${before.replaceAll(/\s+/g, ' ')} → ${after === '' ? 'nothing' : after}`;
}
