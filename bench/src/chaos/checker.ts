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
  submits: number;
  extraSubmits: number;
  extraSubmitsCounted: number;
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

export async function check(
  databaseUrl: string,
  accepted: ReadonlyMap<string, string>,
  acceptLog: string,
  sink: CallbackSink,
  tariffs: readonly Tariff[],
): Promise<Verdict> {
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
  const submits = countSubmits(acceptLog);
  const total = [...submits.values()].reduce((sum, count) => sum + count, 0);
  const delivered = rows.filter((row) => row.status === 2);
  return {
    accepted: rows.length,
    lost: [...accepted.keys()].filter((id) => !stored.has(id)).length,
    notFinal: rows.filter((row) => row.status < 2).length,
    delivered: delivered.length,
    failed: rows.filter((row) => row.status === 3).length,
    deliveredWithoutSubmit: delivered.filter((row) => !submits.has(row.destination)).length,
    submits: total,
    extraSubmits: total - submits.size,
    extraSubmitsCounted: counters.get('extra_submits') ?? 0,
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

/** Every number is used once, so the operators' log counts the copies of each message. */
export function countSubmits(acceptLog: string): Map<string, number> {
  const submits = new Map<string, number>();
  for (const line of readFileSync(acceptLog, 'utf8').split('\n')) {
    const destination = line.split(',')[1];
    if (destination !== undefined) submits.set(destination, (submits.get(destination) ?? 0) + 1);
  }
  return submits;
}

/** A delivered message has told of its sending and its delivery, a failed one of its failure. */
function isTold(row: MessageRow, bits: number): boolean {
  if (row.status === 3) return (bits & arrival.failed) !== 0;
  return (bits & arrival.sent) !== 0 && (bits & arrival.delivered) !== 0;
}
