// Messages of dispatches in the partner API: of a company within a period, or of one dispatch. An index of messages by
// number would cost every send; each dispatch is read along its own index, between the ids of the period, so partitions
// outside of it are skipped.
import type { Tx } from '../../../platform/database/database.ts';
import type { MessageRow } from '../../messages/message-item.ts';
import { MESSAGE_COLUMNS } from '../../messages/messages.sql.ts';

export type MessageScope = {
  readonly companyId: number | null;
  /** The dispatch and the buckets of its steps; null: all of the company. */
  readonly dispatchIds: readonly number[] | null;
  readonly firstId: string;
  readonly beforeId: string;
  readonly status: number | null;
  readonly destination: string | null;
};

/** Dispatches of both APIs with their steps, without buckets of single messages. */
const SHOWN = `(d.kind <> 'SEND' or d.steps_of is not null)`;

const OF_SCOPE = `from (
       select d.id, d.text, d.first_message_id, d.last_message_id
       from dispatches d
       where ($1::int is null or d.company_id = $1)
         and ($2::int[] is null or d.id = any($2))
         and ${SHOWN}
         and d.first_message_id < $4::uuid
         and d.last_message_id >= $3::uuid) d
     cross join lateral (
       select m.*
       from messages m
       where m.dispatch_id = d.id
         and m.id between greatest(d.first_message_id, $3::uuid) and d.last_message_id
         and m.id < $4::uuid
         and ($5::smallint is null or m.status = $5)
         and ($6::bigint is null or m.destination = $6)
       order by m.seq
       limit $7::bigint) m`;

const valuesOf = (scope: MessageScope, perDispatch: number | null) => [
  scope.companyId,
  scope.dispatchIds,
  scope.firstId,
  scope.beforeId,
  scope.status,
  scope.destination,
  perDispatch,
];

/** Counts at most `max` messages; null: all. */
export async function countScope(tx: Tx, scope: MessageScope, max: number | null): Promise<number> {
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total
     from (
       select 1 as one
       ${OF_SCOPE}
       limit $7::bigint) x`,
    valuesOf(scope, max),
  );
  return Number(rows[0]?.total ?? 0n);
}

/** Ordered by dispatch, then by position. */
export function selectScope(tx: Tx, scope: MessageScope, { limit, offset }: { limit: number; offset: number }) {
  return tx.query<MessageRow>(
    `select ${MESSAGE_COLUMNS}
     ${OF_SCOPE}
     order by d.id, m.seq
     limit $8
     offset $9`,
    [...valuesOf(scope, limit + offset), limit, offset],
  );
}

export type FoundMessageRow = MessageRow & { dispatch_id: number; company_id: number };

export async function findPartnerMessage(tx: Tx, partnerId: number, id: string): Promise<FoundMessageRow | undefined> {
  const rows = await tx.query<FoundMessageRow>(
    `select ${MESSAGE_COLUMNS}, coalesce(d.steps_of, d.id) as dispatch_id, d.company_id
     from messages m
     join dispatches d on d.id = m.dispatch_id
     where m.id = $1
       and d.partner_id = $2
       and ${SHOWN}`,
    [id, partnerId],
  );
  return rows[0];
}

/** The partner's dispatch with the buckets of its steps. */
export async function selectOwnDispatch(tx: Tx, partnerId: number, dispatchId: number) {
  const rows = await tx.query<{ id: number; companyId: number; stepBuckets: number[] }>(
    `select
       d.id,
       d.company_id as "companyId",
       array(
         select l.id
         from dispatches l
         where l.steps_of = d.id
         order by l.id) as "stepBuckets"
     from dispatches d
     where d.id = $1
       and d.partner_id = $2
       and d.kind <> 'SEND'`,
    [dispatchId, partnerId],
  );
  return rows[0];
}
