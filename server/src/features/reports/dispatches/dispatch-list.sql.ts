// Dispatches of both APIs. Progress comes from the counters of the dispatch, never from its messages.
import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import {
  idsWithSteps,
  JOIN_STEPS,
  SHOWN_ESTIMATE,
  SHOWN_PACKAGES,
  withSteps,
} from '../../queue/strands/with-steps.sql.ts';

export type ListedDispatchRow = {
  id: number;
  kind: 'PARTNER' | 'MESSAGING';
  name: string;
  company_id: number;
  company_name: string;
  channel_type: string;
  status: DispatchStatus;
  messages_total: number;
  messages_sent: number;
  messages_delivered: number;
  messages_failed: number;
  messages_unsent: number;
  estimate_micros: bigint;
  packages_micros: bigint;
  spent_micros: bigint;
  reserved_micros: bigint;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
};

export type DispatchSort = 'created' | 'name' | 'accepted' | 'started';

export type DispatchListFilter = {
  readonly companyId?: number | undefined;
  readonly status?: readonly DispatchStatus[] | undefined;
  /** Part of the name. */
  readonly name?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

type Page = {
  readonly sort: DispatchSort;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

const ORDER = {
  created: 'd.id',
  name: 'lower(d.name)',
  accepted: 'd.messages_total',
  started: 'd.started_at',
} as const satisfies Record<DispatchSort, string>;

/** Filters by company because the index starts with it. */
const CHOSEN = `from dispatches d
     join companies c on c.id = d.company_id
     ${JOIN_STEPS}
     where d.company_id in (select id from companies where partner_id = $1)
       and d.partner_id = $1
       and d.kind <> 'SEND'
       and ($2::int is null or d.company_id = $2)
       and ($3::text[] is null or d.status = any($3))
       and ($4::text is null or d.name ilike '%' || $4 || '%')
       and ($5::timestamptz is null or d.created_at >= $5)
       and ($6::timestamptz is null or d.created_at <= $6)`;

const COUNTERS = (
  ['messages_total', 'messages_sent', 'messages_delivered', 'messages_failed', 'messages_unsent'] as const
)
  .map((column) => `${withSteps(column)} as ${column}`)
  .join(', ');

const SELECT_TOTAL = `select count(*) as total
     ${CHOSEN}`;

export async function selectListedDispatches(tx: Tx, partnerId: number, filter: DispatchListFilter, page: Page) {
  const values = [
    partnerId,
    filter.companyId ?? null,
    filter.status ?? null,
    filter.name === undefined ? null : filter.name.replace(/[\\%_]/g, (sign) => `\\${sign}`),
    filter.from ?? null,
    filter.to ?? null,
  ];
  const totals = await tx.query<{ total: bigint }>(SELECT_TOTAL, values);
  const direction = page.descending ? 'desc nulls last' : 'asc nulls last';
  const rows = await tx.query<ListedDispatchRow>(
    `with page as (
       select
         d.id,
         d.kind,
         d.name,
         d.company_id,
         c.name as company_name,
         d.channel_type,
         d.status,
         ${COUNTERS},
         ${SHOWN_ESTIMATE} as estimate_micros,
         ${SHOWN_PACKAGES} as packages_micros,
         d.created_at,
         d.started_at,
         d.ended_at,
         row_number() over (order by ${ORDER[page.sort]} ${direction}, d.id desc) as place
       ${CHOSEN}
       order by place
       limit $7
       offset $8)
     select
       page.*,
       coalesce(l.spent, 0)::bigint as spent_micros,
       case
         when page.ended_at is null then greatest(coalesce(l.reserved, 0), 0)
         else 0
       end::bigint as reserved_micros
     from page
     left join lateral (
       select sum(l.spent_micros) as spent, sum(l.reserved_micros) as reserved
       from ledger l
       where l.dispatch_id in ${idsWithSteps('page.id')}) l on true
     order by page.place`,
    [...values, page.limit, page.offset],
  );
  return { total: Number(totals[0]?.total ?? 0n), rows };
}

export type MovingDispatchRow = Pick<
  ListedDispatchRow,
  'id' | 'status' | 'messages_total' | 'messages_sent' | 'messages_delivered' | 'messages_failed' | 'messages_unsent'
>;

/** Started and not ended: few at any time, found by a partial index. */
export function selectMovingDispatches(tx: Tx, partnerId: number, limit: number) {
  return tx.planned<MovingDispatchRow>(
    `select d.id, d.status, ${COUNTERS}
     from dispatches d
     ${JOIN_STEPS}
     where d.status in ('STARTED', 'STOPPED')
       and d.ended_at is null
       and d.partner_id = $1
       and d.kind <> 'SEND'
     order by d.id desc
     limit $2`,
    [partnerId, limit],
  );
}
