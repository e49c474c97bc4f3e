// The thread behind BodyParser: parses and checks a body as the loop would, keeps the value and hands it over
// piece by piece. Long lists are where the size is: they leave the shell and follow in portions.
import { parentPort } from 'node:worker_threads';
import { Refusal } from '@volley/domain/refusal.ts';
import type { ParserReply, ParserRequest } from './body-parser.ts';
import { parseBody } from './request-body.ts';

const PORTION = 500;

type Portion = { readonly list: string | null; readonly items: readonly unknown[] };

const portionsLeft = new Map<number, Portion[]>();

parentPort?.on('message', ({ id, bytes }: ParserRequest) => {
  parentPort?.postMessage(bytes === undefined ? nextOf(id) : begin(id, bytes));
});

function begin(id: number, bytes: Uint8Array): ParserReply {
  try {
    const { shell, portions } = takeApart(parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
    portionsLeft.set(id, portions.reverse());
    return { id, kind: 'shell', shell };
  } catch (error) {
    const { reason, details = {} } = error instanceof Refusal ? error : new Refusal('bad-request');
    return { id, kind: 'refused', reason, details };
  }
}

function nextOf(id: number): ParserReply {
  const portion = portionsLeft.get(id)?.pop();
  if (portion !== undefined) return { id, kind: 'items', ...portion };
  portionsLeft.delete(id);
  return { id, kind: 'end' };
}

function takeApart(value: unknown): { shell: unknown; portions: Portion[] } {
  if (Array.isArray(value)) return { shell: [], portions: portionsOf(null, value) };
  if (typeof value !== 'object' || value === null) return { shell: value, portions: [] };
  const portions: Portion[] = [];
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (!Array.isArray(member) || member.length <= PORTION) return [name, member];
    portions.push(...portionsOf(name, member));
    return [name, []];
  });
  return { shell: Object.fromEntries(members), portions };
}

function portionsOf(list: string | null, items: readonly unknown[]): Portion[] {
  const count = Math.ceil(items.length / PORTION);
  return Array.from({ length: count }, (_, at) => ({ list, items: items.slice(at * PORTION, (at + 1) * PORTION) }));
}
