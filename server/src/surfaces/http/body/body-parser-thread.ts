// The worker thread of BodyParser: parses and checks a body like the event loop would and transfers the value in
// portions. The weight of a portion is what the loop pays for, so heavy lists and objects are sent empty and filled by
// later portions, at every level.
import { parentPort } from 'node:worker_threads';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { ParserReply, ParserRequest, Path } from './body-parser.ts';
import { parseBody } from './request-body.ts';

/** Receiving a portion of this weight costs the loop a few milliseconds. */
const PORTION_WEIGHT = 5_000;
/** This number of characters weighs as much as a number. */
const CHARACTERS = 200;

type Portion =
  | { readonly kind: 'items'; readonly path: Path; readonly items: readonly unknown[] }
  | { readonly kind: 'members'; readonly path: Path; readonly members: Readonly<Record<string, unknown>> };

const portionsLeft = new Map<number, Portion[]>();

parentPort?.on('message', ({ id, bytes }: ParserRequest) => {
  parentPort?.postMessage(bytes === undefined ? nextOf(id) : begin(id, bytes));
});

function begin(id: number, bytes: Uint8Array): ParserReply {
  try {
    const portions: Portion[] = [];
    const value = parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const shell = takeApart(value, [], portions);
    portionsLeft.set(id, portions.reverse());
    return { id, kind: 'shell', shell };
  } catch (error) {
    const { reason, details = {}, found } = error instanceof Refusal ? error : new Refusal('bad-request');
    return { id, kind: 'refused', reason, details, found };
  }
}

function nextOf(id: number): ParserReply {
  const portion = portionsLeft.get(id)?.pop();
  if (portion !== undefined) return { id, ...portion };
  portionsLeft.delete(id);
  return { id, kind: 'end' };
}

/** The first form of a value: the value itself, or its empty form with portions to follow. */
function takeApart(value: unknown, path: Path, portions: Portion[]): unknown {
  if (typeof value !== 'object' || value === null || weightOf(value) <= PORTION_WEIGHT) return value;
  const isList = Array.isArray(value);
  let piece: [string | number, unknown][] = [];
  let weight = 0;
  const flush = () => {
    if (piece.length === 0) return;
    if (isList) portions.push({ kind: 'items', path, items: piece.map(([, item]) => item) });
    else portions.push({ kind: 'members', path, members: Object.fromEntries(piece) });
    piece = [];
    weight = 0;
  };
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    const inner: Portion[] = [];
    const own = weightOf(member);
    const shown = takeApart(member, [...path, name], inner);
    if (weight + own > PORTION_WEIGHT) flush();
    piece.push([name, shown]);
    weight += shown === member ? own : 1;
    // The empty form must arrive before its portions.
    if (inner.length > 0) flush();
    for (const portion of inner) portions.push(portion);
  }
  flush();
  return isList ? [] : {};
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS;
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const [name, member] of Object.entries(value)) weight += 1 + name.length / CHARACTERS + weightOf(member);
  return weight;
}
