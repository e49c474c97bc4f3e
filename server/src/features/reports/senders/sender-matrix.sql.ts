import type { Brand } from '@volley/domain/numbers/brand.ts';
import type { CommonType } from '@volley/domain/senders/sender-name.ts';
import type { Moderation, SenderStatus } from '@volley/domain/senders/sender-status.ts';
import type { SenderTurn } from '@volley/domain/senders/sender-turn.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { LIVING_FIRST, SINCE, STATUS, turnSql, usableSql } from './sender-state.sql.ts';

export type MatrixFilter = {
  readonly companyId?: number | undefined;
  readonly q?: string | undefined;
  readonly status?: readonly SenderStatus[] | undefined;
  readonly brand?: readonly Brand[] | undefined;
  readonly channelType?: readonly ChannelType[] | undefined;
  readonly turn?: readonly SenderTurn[] | undefined;
  readonly usable?: boolean | undefined;
  readonly suspended?: boolean | undefined;
};

export type MatrixName = { companyId: number; channelType: ChannelType; senderName: string };

export type SenderCellRow = MatrixName & {
  id: number;
  companyName: string;
  brand: Brand;
  status: SenderStatus;
  statusSince: Date;
  turn: SenderTurn;
  usable: boolean;
  suspended: boolean;
  suspendReason: string | null;
  commonType: CommonType;
  feeMicros: bigint | null;
  feeCurrency: string | null;
  managerComment: string | null;
  dateFrom: Date;
  dateTo: Date | null;
  older: number;
};

/** The present registration of each name and operator. */
const present = (moderation: Moderation) => `present as (
       select distinct on (s.company_id, s.channel_type, s.sender_name, s.brand)
         s.id,
         s.company_id,
         s.channel_type,
         s.sender_name,
         s.brand,
         s.suspended,
         ${STATUS} as status,
         ${turnSql(moderation)} as turn,
         ${usableSql(moderation)} as usable,
         count(*) over (
           partition by s.company_id, s.channel_type, s.sender_name, s.brand)::integer - 1 as older
       from senders s
       join companies c on c.id = s.company_id
       where c.partner_id = $2
         and s.registered
         and ($3::integer is null or s.company_id = $3)
       order by s.company_id, s.channel_type, s.sender_name, s.brand, ${LIVING_FIRST})`;

const MATCHES = `($4::text is null or p.sender_name ilike $4)
         and ($5::text[] is null or p.status = any($5))
         and ($6::text[] is null or p.brand = any($6))
         and ($7::text[] is null or p.channel_type = any($7))
         and ($8::boolean is null or p.suspended = $8)
         and ($9::boolean is null or p.usable = $9)`;

const OF_TURN = '($10::text[] is null or p.turn = any($10))';

export type MatrixQuery = {
  readonly partnerId: number;
  readonly moderation: Moderation;
  readonly filter: MatrixFilter;
};

function valuesOf(tx: Tx, { partnerId, filter }: MatrixQuery): unknown[] {
  const sought = filter.q === undefined || filter.q === '' ? null : `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { companyId, status, brand, channelType, suspended, usable } = filter;
  const rest = [companyId ?? null, sought, status ?? null, brand ?? null, channelType ?? null];
  return [tx.now, partnerId, ...rest, suspended ?? null, usable ?? null];
}

/** Matching registrations by turn; ignores the turn of the filter. */
export function countTurns(tx: Tx, query: MatrixQuery) {
  return tx.query<{ turn: SenderTurn; total: number }>(
    `with ${present(query.moderation)}
     select p.turn, count(*)::integer as total
     from present p
     where ${MATCHES}
     group by 1`,
    valuesOf(tx, query),
  );
}

const NAMES = `select p.company_id, p.channel_type, p.sender_name
       from present p
       where ${MATCHES}
         and ${OF_TURN}
       group by 1, 2, 3`;

export async function countNames(tx: Tx, query: MatrixQuery): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `with ${present(query.moderation)}
     select count(*)::integer as total
     from (
       ${NAMES}) n`,
    [...valuesOf(tx, query), query.filter.turn ?? null],
  );
  return rows[0]?.total ?? 0;
}

/** A page of matching names with all present registrations of each. */
export function selectCells(tx: Tx, query: MatrixQuery, { limit, offset }: { limit: number; offset: number }) {
  return tx.query<SenderCellRow>(
    `with ${present(query.moderation)},
     named as (
       ${NAMES}
       order by lower(p.sender_name), 3, 1, 2
       limit $11
       offset $12)
     select
       s.id,
       s.company_id as "companyId",
       c.name as "companyName",
       s.channel_type as "channelType",
       s.sender_name as "senderName",
       s.brand,
       p.status,
       ${SINCE} as "statusSince",
       p.turn,
       p.usable,
       s.suspended,
       s.suspend_reason as "suspendReason",
       s.common_type as "commonType",
       s.fee_micros as "feeMicros",
       s.fee_currency as "feeCurrency",
       s.manager_comment as "managerComment",
       s.date_from as "dateFrom",
       s.date_to as "dateTo",
       p.older
     from named n
     join present p using (company_id, channel_type, sender_name)
     join senders s on s.id = p.id
     join companies c on c.id = s.company_id
     order by lower(s.sender_name), s.sender_name, s.company_id, s.channel_type, s.brand`,
    [...valuesOf(tx, query), query.filter.turn ?? null, limit, offset],
  );
}
