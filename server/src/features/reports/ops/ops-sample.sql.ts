// Outcomes of the last minutes. No index covers `final_at`, because the hot path would pay for it: the statements read
// a sample of at most PAGES_MAX pages of the partitions of today and yesterday. Few messages are read completely; with
// many, the caller scales the counts up.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';

const { DELIVERED, FAILED } = MESSAGE_STATUS_CODES;
const DAY_MS = 86_400_000;
const PAGES_MAX = 300;
const PAGE_BYTES = 8_192;

const dayOf = (ms: number) => `messages_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** Share of pages to read, in percent. */
export async function selectSampleShare(tx: Tx): Promise<number> {
  const nowMs = tx.now.getTime();
  const rows = await tx.planned<{ bytes: number }>(
    `select coalesce(sum(pg_relation_size(c.oid)), 0)::double precision as bytes
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'messages'::regclass
       and c.relname = any($1::text[])`,
    [[dayOf(nowMs), dayOf(nowMs - DAY_MS)]],
  );
  const pages = (rows[0]?.bytes ?? 0) / PAGE_BYTES;
  return pages <= PAGES_MAX ? 100 : (100 * PAGES_MAX) / pages;
}

export type EndedGroup = {
  readonly brand: number;
  readonly status: number;
  readonly errorCode: number | null;
  readonly count: number;
};

export type Percentiles = {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly count: number;
};

const recent = (tx: Tx) => uuidFloor((Math.floor(tx.now.getTime() / DAY_MS) - 1) * DAY_MS);

export type EndedSample = { readonly groups: EndedGroup[]; readonly latency: Percentiles };

/** The operator's clock stamps a receipt, so its time may precede the submit time. */
const LATENCY = 'greatest(extract(epoch from final_at - sent_at), 0)::real';

/** Messages that became final since `since`. `share` is interpolated as a number, never taken from a request. */
export async function selectEnded(tx: Tx, since: Date, share: number): Promise<EndedSample> {
  const rows = await tx.query<EndedGroup & { latencies: number[] | null }>(
    `select
       brand,
       status,
       error_code as "errorCode",
       count(*)::integer as count,
       array_agg(${LATENCY}) filter (where status = ${DELIVERED} and sent_at is not null) as latencies
     from messages tablesample system (${Number(share.toFixed(6))})
     where id >= $1
       and final_at >= $2
       and status in (${DELIVERED}, ${FAILED})
     group by 1, 2, 3
     order by 4 desc
     limit 500`,
    [recent(tx), since],
  );
  const latencies = rows.flatMap((row) => row.latencies ?? []).toSorted((left, right) => left - right);
  return {
    groups: rows.map(({ brand, status, errorCode, count }) => ({ brand, status, errorCode, count })),
    latency: {
      p50: rankOf(latencies, 0.5),
      p95: rankOf(latencies, 0.95),
      p99: rankOf(latencies, 0.99),
      count: latencies.length,
    },
  };
}

function rankOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
