import type { Tx } from '../../../platform/database/database.ts';

export type OperationKind =
  | 'reserve'
  | 'spend'
  | 'package'
  | 'turn'
  | 'correction'
  | 'fee'
  | 'wallet-top-up'
  | 'wallet-correction'
  | 'wallet-reserve'
  | 'wallet-spend';

export type OperationRow = {
  at: Date;
  companyId: number;
  companyName: string;
  kind: OperationKind;
  dispatchId: number | null;
  title: string | null;
  lateOf: string | null;
  messages: number;
  spentMicros: bigint;
  reservedMicros: bigint;
  walletMicros: bigint;
  currency: string;
  reason: string | null;
};

export type OperationScope = {
  readonly partnerId: number;
  readonly companyId?: number | undefined;
  readonly month: string;
  readonly from: Date;
  readonly to: Date;
  readonly kind?: readonly OperationKind[] | undefined;
  /** Currency of the monthly bills. */
  readonly currency: string;
};

/** Every batch of a dispatch has ledger rows; the report sums them by Moscow day. */
const DAY = `(e.created_at at time zone 'Europe/Moscow')::date`;

/** Buckets have no dispatch to show: single messages sum up under null, cascade steps under their dispatch. */
const DISPATCH = `case when d.kind <> 'SEND' then d.id else d.steps_of end`;

const OPERATIONS = `mine as (
       select id, name
       from companies
       where partner_id = $1
         and ($2::integer is null or id = $2)),
     operations as (
       select
         e.company_id,
         case e.kind when 'settle' then 'spend' when 'correct' then 'correction' else e.kind end as kind,
         ${DISPATCH} as dispatch_id,
         max(e.created_at) as at,
         sum(e.messages)::integer as messages,
         sum(e.spent_micros)::bigint as spent,
         sum(e.reserved_micros)::bigint as reserved,
         0::bigint as wallet,
         $7::text as currency,
         max(e.reason) as reason,
         null::text as title,
         to_char(e.late_of, 'YYYY-MM') as late_of
       from ledger e
       left join dispatches d on d.id = e.dispatch_id
       where e.company_id in (select id from mine)
         and e.month = $3
       group by
         e.company_id,
         e.kind,
         ${DISPATCH},
         ${DAY},
         e.late_of,
         case when e.kind = 'correct' then e.id end
       union all
       select
         e.company_id,
         'wallet-' || case e.kind when 'correct' then 'correction' when 'settle' then 'spend' else e.kind end,
         ${DISPATCH},
         max(e.created_at),
         0,
         0,
         0,
         sum(e.balance_micros)::bigint,
         e.currency,
         max(e.reason),
         null,
         null
       from wallet_entries e
       left join dispatches d on d.id = e.dispatch_id
       where e.company_id in (select id from mine)
         and e.created_at >= $4
         and e.created_at < $5
       group by
         e.company_id,
         e.kind,
         ${DISPATCH},
         e.currency,
         ${DAY},
         case when e.kind in ('top-up', 'correct') then e.id end
       having sum(e.balance_micros) <> 0
       union all
       select
         f.company_id,
         'fee',
         null,
         f.created_at,
         0,
         f.value_micros,
         0,
         0,
         f.currency,
         null,
         s.sender_name || ' · ' || s.brand,
         null
       from sender_fee_charges f
       join senders s on s.id = f.sender_id
       where f.company_id in (select id from mine)
         and f.month = $3)`;

const MATCHES = '($6::text[] is null or o.kind = any($6))';

const valuesOf = ({ partnerId, companyId, month, from, to, kind, currency }: OperationScope): unknown[] => [
  partnerId,
  companyId ?? null,
  month,
  from,
  to,
  kind ?? null,
  currency,
];

/** Newest first. */
export function selectOperations(tx: Tx, scope: OperationScope, { limit, offset }: { limit: number; offset: number }) {
  return tx.query<OperationRow>(
    `with ${OPERATIONS}
     select
       o.at,
       o.company_id as "companyId",
       c.name as "companyName",
       o.kind,
       o.dispatch_id as "dispatchId",
       coalesce(o.title, d.name) as title,
       o.late_of as "lateOf",
       o.messages,
       o.spent as "spentMicros",
       o.reserved as "reservedMicros",
       o.wallet as "walletMicros",
       o.currency,
       o.reason
     from operations o
     join mine c on c.id = o.company_id
     left join dispatches d on d.id = o.dispatch_id
     where ${MATCHES}
     order by o.at desc, o.company_id, o.kind, o.dispatch_id, o.title, o.late_of
     limit $8
     offset $9`,
    [...valuesOf(scope), limit, offset],
  );
}

export async function countOperations(tx: Tx, scope: OperationScope): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `with ${OPERATIONS}
     select count(*)::integer as total
     from operations o
     where ${MATCHES}`,
    valuesOf(scope),
  );
  return rows[0]?.total ?? 0;
}
