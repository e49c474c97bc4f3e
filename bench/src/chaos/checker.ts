// Compares three independent accounts of the run: what the driver was told was accepted, what the operators really
// received, what reached the callback sink, each with the database; and what the operators took, at the prices that a
// partner is shown, with the ledger.
import { readFileSync } from 'node:fs';
import { BRANDS, type Brand } from '@volley/domain/brand.ts';
import type { Tariff } from '@volley/domain/tariff.ts';
import { arrival, type CallbackSink } from '../stand/callback-sink.ts';
import { withDatabase } from '../stand/fresh-database.ts';
import { costOf } from './recount.ts';

export type Verdict = {
  accepted: number;
  lost: number;
  notFinal: number;
  delivered: number;
  failed: number;
  deliveredWithoutSubmit: number;
  /** Counted as handed over, though no operator got it: in doubt twice, and charged. */
  handedOverWithoutSubmit: number;
  submits: number;
  extraSubmits: number;
  extraSubmitsCounted: number;
  /** Extra submits of which the service may never have heard: the only word of one copy was a spoiled receipt. */
  extraSubmitsUnprovable: number;
  strayReceipts: number;
  callbacksMissing: number;
  callbacksOutOfOrder: number;
  callbacksRepeated: number;
  batchesInDoubt: number;
  messagesResent: number;
  spentMicros: string;
  recountedMicros: string;
};

type MessageRow = {
  id: string;
  destination: string;
  status: number;
  brand: number;
  sent: boolean;
  /** The first step of a cascade: it shares its number with the next one and never goes out in this run. */
  begins: boolean;
};

export type Books = {
  readonly databaseUrl: string;
  readonly accepted: ReadonlyMap<string, string>;
  readonly acceptLog: string;
  readonly sink: CallbackSink;
  readonly tariffs: readonly Tariff[];
  /** Operators' ids of messages whose receipt was cut, or had no readable number. */
  readonly obscure: ReadonlySet<string>;
};

export async function check({ databaseUrl, accepted, acceptLog, sink, tariffs, obscure }: Books): Promise<Verdict> {
  const { rows, counters, stray, spent } = await withDatabase(databaseUrl, async (client) => ({
    rows: (
      await client.query<MessageRow>(
        `select id, destination::text as destination, status, brand, sent_at is not null as sent,
                cascade_step is not distinct from 1 as begins from messages`,
      )
    ).rows,
    spent:
      (await client.query<{ spent: string }>('select coalesce(sum(spent_micros), 0)::text as spent from ledger'))
        .rows[0]?.spent ?? '0',
    counters: new Map(
      (await client.query<{ name: string; value: string }>('select name, value from engine_counters')).rows.map(
        (row) => [row.name, Number(row.value)],
      ),
    ),
    stray: Number((await client.query<{ count: string }>('select count(*) from receipts')).rows[0]?.count ?? 0),
  }));
  const stored = new Set(rows.map((row) => row.id));
  const copies = readCopies(acceptLog);
  const submits = countSubmits(copies);
  const total = [...submits.values()].reduce((sum, count) => sum + count, 0);
  const delivered = rows.filter((row) => row.status === 2);
  return {
    accepted: rows.length,
    lost: [...accepted.keys()].filter((id) => !stored.has(id)).length,
    notFinal: rows.filter((row) => row.status < 2).length,
    delivered: delivered.length,
    failed: rows.filter((row) => row.status === 3).length,
    deliveredWithoutSubmit: delivered.filter((row) => !submits.has(row.destination)).length,
    handedOverWithoutSubmit: rows.filter((row) => row.sent && !submits.has(row.destination)).length,
    submits: total,
    extraSubmits: total - submits.size,
    extraSubmitsCounted: counters.get('extra_submits') ?? 0,
    extraSubmitsUnprovable: countUnprovable(copies, obscure),
    strayReceipts: stray,
    callbacksMissing: rows.filter((row) => !isTold(row, sink.arrivals.get(row.id) ?? 0)).length,
    callbacksOutOfOrder: [...sink.arrivals.values()].filter((bits) => (bits & arrival.sentAfterFinal) !== 0).length,
    callbacksRepeated: [...sink.arrivals.values()].filter((bits) => (bits & arrival.repeated) !== 0).length,
    batchesInDoubt: counters.get('batches_in_doubt') ?? 0,
    messagesResent: counters.get('messages_resent') ?? 0,
    spentMicros: spent,
    recountedMicros: String(costOf(tariffs, handedOver(rows, submits))),
  };
}

/**
 * Per operator, the numbers its log holds. A message that was in doubt twice counts as handed over and is charged
 * when its lifetime ends, though the operator may never have had it: those are taken from the service's word.
 */
function handedOver(rows: readonly MessageRow[], submits: ReadonlyMap<string, number>): Map<Brand, number> {
  const counts = new Map<Brand, number>();
  for (const { destination, brand: id, sent, begins } of rows) {
    const brand = BRANDS[id - 1];
    if (brand !== undefined && (sent || (!begins && submits.has(destination))))
      counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  return counts;
}

/** Number → the operators' ids of its copies. Every number is used once, so these are the copies of one message. */
export function readCopies(acceptLog: string): Map<string, string[]> {
  const copies = new Map<string, string[]>();
  for (const line of readFileSync(acceptLog, 'utf8').split('\n')) {
    const [, destination, , messageId] = line.split(',');
    if (destination === undefined || messageId === undefined) continue;
    const ids = copies.get(destination);
    if (ids === undefined) copies.set(destination, [messageId]);
    else ids.push(messageId);
  }
  return copies;
}

export const countSubmits = (copies: ReadonlyMap<string, readonly string[]>): Map<string, number> =>
  new Map([...copies].map(([destination, ids]) => [destination, ids.length]));

function countUnprovable(copies: ReadonlyMap<string, readonly string[]>, obscure: ReadonlySet<string>): number {
  return [...copies.values()]
    .filter((ids) => ids.length > 1)
    .reduce((sum, ids) => sum + Math.min(ids.length - 1, ids.filter((id) => obscure.has(id)).length), 0);
}

/** A delivered message has told of its sending and its delivery, a failed one of its failure. */
function isTold(row: MessageRow, bits: number): boolean {
  if (row.status === 3) return (bits & arrival.failed) !== 0;
  return (bits & arrival.sent) !== 0 && (bits & arrival.delivered) !== 0;
}
