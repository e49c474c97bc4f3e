import type { Tx } from '../../platform/database.ts';

/** One request to an endpoint, or several of one event each that ended alike. */
export type Attempt = {
  readonly attempt: number;
  readonly events: number;
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
  /** The answer, or a word for what came instead of one. */
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  /** Which events it was about, as a multirange; null for callbacks of the partner API, which have no numbers. */
  readonly numbers: string | null;
  readonly kinds: readonly string[];
  /** The first message of them. */
  readonly messageUuid: string | null;
  /** Of the request, or of the first of several. */
  readonly webhookId: string;
  /** The beginning of what the receiver answered. */
  readonly response: string | null;
};

export async function insertAttempts(
  tx: Tx,
  { endpointId, companyId }: { endpointId: number; companyId: number },
  rows: readonly Attempt[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into callback_attempts (endpoint_id, company_id, at, attempt, events, first_number, last_number, status, error, ms,
       numbers, kinds, message_uuid, webhook_id, response)
     select $1, $2, $3, attempt, events, first, last, status, error, ms, numbers::int8multirange, kinds, uuid, webhook_id, response
       from unnest($4::smallint[], $5::int[], $6::bigint[], $7::bigint[], $8::smallint[], $9::text[], $10::int[], $11::text[],
         $12::text[], $13::uuid[], $14::text[], $15::text[])
         as u(attempt, events, first, last, status, error, ms, numbers, kinds, uuid, webhook_id, response)`,
    [
      endpointId,
      companyId,
      tx.now,
      rows.map((row) => row.attempt),
      rows.map((row) => row.events),
      rows.map((row) => row.firstNumber),
      rows.map((row) => row.lastNumber),
      rows.map((row) => row.status),
      rows.map((row) => row.error),
      rows.map((row) => Math.round(row.ms)),
      rows.map((row) => row.numbers),
      rows.map((row) => row.kinds.join(' ')),
      rows.map((row) => row.messageUuid),
      rows.map((row) => row.webhookId),
      rows.map((row) => row.response),
    ],
  );
}

export type AttemptRow = Omit<Attempt, 'numbers' | 'kinds' | 'messageUuid' | 'webhookId' | 'response'> & {
  readonly endpointId: number;
  readonly at: Date;
};

/** Newest first. */
export function selectAttempts(
  tx: Tx,
  filter: {
    companyId?: number | undefined;
    endpointId?: number | undefined;
    before?: Date | undefined;
    failed: boolean;
  },
  limit: number,
): Promise<AttemptRow[]> {
  return tx.query<AttemptRow>(
    `select endpoint_id as "endpointId", at, attempt, events, first_number::double precision as "firstNumber",
            last_number::double precision as "lastNumber", status, error, ms from callback_attempts
      where ($1::int is null or company_id = $1) and ($2::int is null or endpoint_id = $2)
        and ($3::timestamptz is null or at < $3) and (not $4 or status is null or status not between 200 and 299)
      order by at desc limit $5`,
    [filter.companyId ?? null, filter.endpointId ?? null, filter.before ?? null, filter.failed, limit],
  );
}
