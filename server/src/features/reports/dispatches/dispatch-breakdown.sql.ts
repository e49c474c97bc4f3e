// Reads the messages of a dispatch once: groups them into a few thousand rows, and these into the parts of a page.
// Expensive, so callers must cache the result.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type BreakdownRow = {
  part: 'operator' | 'failure' | 'sent' | 'final' | 'read';
  brand: number | null;
  status: number | null;
  error_code: number | null;
  never_sent: boolean | null;
  slot: Date | null;
  messages: number;
};

/** `ids`: the dispatch and the buckets of its steps. */
export type MessageBounds = { ids: readonly number[]; first_message_id: string; last_message_id: string };

const NULL_COLUMNS = {
  brand: 'null::int',
  status: 'null::int',
  error_code: 'null::int',
  never_sent: 'null::boolean',
  slot: 'null::timestamptz',
};

function part(name: BreakdownRow['part'], columns: Partial<typeof NULL_COLUMNS>, where: string): string {
  const all = { ...NULL_COLUMNS, ...columns };
  const chosen = Object.entries(all).map(([as, column]) => `${column} as ${as}`);
  const groups = Object.values(columns);
  return `select '${name}' as part, ${chosen.join(', ')}, sum(messages)::int as messages
     from g
     where ${where}${groups.length === 0 ? '' : `\n     group by ${groups.join(', ')}`}`;
}

const PARTS = [
  part('operator', { brand: 'brand::int', status: 'status::int' }, 'true'),
  part(
    'failure',
    { error_code: 'error_code::int', never_sent: 'never_sent' },
    `status = ${MESSAGE_STATUS_CODES.FAILED}`,
  ),
  part('sent', { slot: 'sent_slot' }, 'sent_slot is not null'),
  part('final', { status: 'status::int', never_sent: 'never_sent', slot: 'final_slot' }, 'final_slot is not null'),
  part('read', {}, 'is_read having sum(messages) > 0'),
].join('\n     union all\n     ');

export async function selectBreakdown(tx: Tx, bounds: MessageBounds, stepSeconds: number) {
  // The planner expects few rows in a partition created today and would sort all of them on disk.
  await tx.query(`select set_config('enable_sort', 'off', true), set_config('work_mem', '32MB', true)`);
  return tx.query<BreakdownRow>(
    `with g as materialized (
       select
         m.brand,
         m.status,
         m.error_code,
         m.sent_at is null as never_sent,
         coalesce(m.read_status = 1, false) as is_read,
         date_bin(make_interval(secs => $4), m.sent_at, timestamptz 'epoch') as sent_slot,
         date_bin(make_interval(secs => $4), m.final_at, timestamptz 'epoch') as final_slot,
         count(*) as messages
       from messages m
       where m.dispatch_id = any($1::int[])
         and m.id between $2 and $3
       group by 1, 2, 3, 4, 5, 6, 7)
     ${PARTS}`,
    [bounds.ids, bounds.first_message_id, bounds.last_message_id, stepSeconds],
  );
}

/** Messages with at least one click by a person, not by a crawler. */
export async function countClicked(tx: Tx, bounds: MessageBounds): Promise<number> {
  const rows = await tx.query<{ clicked: bigint }>(
    `select count(distinct s.message_id) as clicked
     from short_links s
     join messages m on m.id = s.message_id
       and m.id between $2 and $3
       and m.dispatch_id = any($1::int[])
     join link_clicks k on k.code = s.code
       and k.verdict = 'human'
     where s.message_id between $2 and $3`,
    [bounds.ids, bounds.first_message_id, bounds.last_message_id],
  );
  return Number(rows[0]?.clicked ?? 0n);
}

export type RefusalRow = { source: 'api' | 'file'; error_code: number; recipients: number };

export function selectRefusals(tx: Tx, dispatchId: number) {
  return tx.query<RefusalRow>(
    `select source, error_code, recipients
     from dispatch_refusals
     where dispatch_id = $1
       and recipients > 0`,
    [dispatchId],
  );
}
