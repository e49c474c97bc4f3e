import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** A request to a callback target, or several of one event each with the same result. */
export type Attempt = {
  readonly attempt: number;
  readonly events: number;
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
  /** HTTP status, or null with `error`. */
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  /** Event numbers as a multirange; null for callbacks of the partner API, which have no numbers. */
  readonly numbers: string | null;
  readonly kinds: readonly string[];
  /** Message of the first event. */
  readonly messageUuid: string | null;
  /** `webhook-id` of the request, or of the first of several. */
  readonly webhookId: string;
  /** Beginning of the response body. */
  readonly response: string | null;
};

const attempts = bulkColumns(
  {
    attempt: 'smallint',
    events: 'int',
    firstNumber: 'bigint',
    lastNumber: 'bigint',
    status: 'smallint',
    error: 'text',
    ms: 'int',
    kinds: 'text',
    messageUuid: 'uuid',
    webhookId: 'text',
    response: 'text',
    numbers: 'text',
  },
  4,
);

export async function insertAttempts(
  tx: Tx,
  { targetId, companyId }: { targetId: number; companyId: number },
  rows: readonly Attempt[],
): Promise<void> {
  if (rows.length === 0) return;
  const flat = rows.map((row) => ({ ...row, ms: Math.round(row.ms), kinds: row.kinds.join(' ') }));
  await tx.query(
    `insert into callback_attempts (
       endpoint_id, company_id, at, attempt, events, first_number, last_number, status, error, ms,
       kinds, message_uuid, webhook_id, response, numbers
     )
     select
       $1, $2, $3, attempt, events, first_number, last_number, status, error, ms,
       kinds, message_uuid, webhook_id, response, numbers::int8multirange
     from ${attempts.as('u')}`,
    [targetId, companyId, tx.now, ...attempts.values(flat)],
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
    `select
       endpoint_id as "endpointId",
       at,
       attempt,
       events,
       first_number::double precision as "firstNumber",
       last_number::double precision as "lastNumber",
       status,
       error,
       ms
     from callback_attempts
     where ($1::int is null or company_id = $1)
       and ($2::int is null or endpoint_id = $2)
       and ($3::timestamptz is null or at < $3)
       and (not $4 or status is null or status not between 200 and 299)
     order by at desc
     limit $5`,
    [filter.companyId ?? null, filter.endpointId ?? null, filter.before ?? null, filter.failed, limit],
  );
}
