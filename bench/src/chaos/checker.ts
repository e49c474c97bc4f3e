// Compares independent records of the run with the database: submits accepted by the API, submits received by the
// operators, and arrivals at the callback sink. Compares the operators' log, at the prices shown to a partner, with the
// ledger of each month.
import type { Tariff } from '@volley/domain/money/tariff.ts';
import { arrival, type CallbackSink } from '../harness/callback-sink.ts';
import { withDatabase } from '../harness/with-database.ts';
import { countSubmits, readCopies } from './copies.ts';
import { MESSAGES, type MessageRow } from './message-row.ts';
import type { TurnRecord } from './month-turn.ts';
import { compareMonths, type MonthBooks, readLedger } from './months.ts';

export type Verdict = {
  accepted: number;
  lost: number;
  notFinal: number;
  delivered: number;
  failed: number;
  deliveredWithoutSubmit: number;
  /** Counted as handed over without a submit: in doubt twice, and charged. */
  handedOverWithoutSubmit: number;
  submits: number;
  extraSubmits: number;
  extraSubmitsCounted: number;
  /** Extra submits the service cannot know of: the only report of one copy was a spoiled receipt. */
  extraSubmitsUnprovable: number;
  strayReceipts: number;
  callbacksMissing: number;
  callbacksOutOfOrder: number;
  callbacksRepeated: number;
  batchesInDoubt: number;
  messagesResent: number;
  spentMicros: string;
  recountedMicros: string;
  months: readonly MonthBooks[];
  /** Messages that an operator had before the month turned, and those of them that count for the new month. */
  takenBeforeTurn: number;
  takenBeforeInNewMonth: number;
};

export type Books = {
  readonly databaseUrl: string;
  readonly accepted: ReadonlyMap<string, string>;
  readonly acceptLog: string;
  readonly sink: CallbackSink;
  readonly tariffs: readonly Tariff[];
  /** Operators' ids of messages with a truncated or unreadable receipt. */
  readonly obscure: ReadonlySet<string>;
  readonly turn: Pick<TurnRecord, 'to' | 'takenBefore'>;
};

export async function check({
  databaseUrl,
  accepted,
  acceptLog,
  sink,
  tariffs,
  obscure,
  turn,
}: Books): Promise<Verdict> {
  const { rows, counters, stray, ledger } = await withDatabase(databaseUrl, async (client) => ({
    rows: (await client.query<MessageRow>(MESSAGES)).rows,
    ledger: await readLedger(client),
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
  const months = compareMonths(ledger, rows, submits, tariffs);
  const sumOf = (name: 'spentMicros' | 'recountedMicros') =>
    String(months.reduce((sum, month) => sum + BigInt(month[name]), 0n));
  const taken = rows.filter((row) => !row.begins && turn.takenBefore.has(row.destination));
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
    callbacksMissing: rows.filter((row) => !isReported(row, sink.arrivals.get(row.id) ?? 0)).length,
    callbacksOutOfOrder: [...sink.arrivals.values()].filter((bits) => (bits & arrival.sentAfterFinal) !== 0).length,
    callbacksRepeated: [...sink.arrivals.values()].filter((bits) => (bits & arrival.repeated) !== 0).length,
    batchesInDoubt: counters.get('batches_in_doubt') ?? 0,
    messagesResent: counters.get('messages_resent') ?? 0,
    spentMicros: sumOf('spentMicros'),
    recountedMicros: sumOf('recountedMicros'),
    months,
    takenBeforeTurn: taken.length,
    takenBeforeInNewMonth: taken.filter(({ month }) => month === turn.to).length,
  };
}

function countUnprovable(copies: ReadonlyMap<string, readonly string[]>, obscure: ReadonlySet<string>): number {
  return [...copies.values()]
    .filter((ids) => ids.length > 1)
    .reduce((sum, ids) => sum + Math.min(ids.length - 1, ids.filter((id) => obscure.has(id)).length), 0);
}

/** A delivered message has `sent` and `delivered` callbacks, a failed message a `failed` callback. */
function isReported(row: MessageRow, bits: number): boolean {
  if (row.status === 3) return (bits & arrival.failed) !== 0;
  return (bits & arrival.sent) !== 0 && (bits & arrival.delivered) !== 0;
}
