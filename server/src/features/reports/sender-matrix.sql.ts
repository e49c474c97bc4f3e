import type { Brand } from '@volley/domain/brand.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import type { CommonType } from '@volley/domain/sender-name.ts';
import type { Moderation, SenderStatus } from '@volley/domain/sender-status.ts';
import type { SenderTurn } from '@volley/domain/sender-turn.ts';
import type { Tx } from '../../platform/database.ts';
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

/** One registration for each name and operator. */
const present = (moderation: Moderation) => `present as (
  select distinct on (s.company_id, s.channel_type, s.sender_name, s.brand) s.id, s.company_id, s.channel_type,
    s.sender_name, s.brand, s.suspended, ${STATUS} as status, ${turnSql(moderation)} as turn,
    ${usableSql(moderation)} as usable,
    (count(*) over (partition by s.company_id, s.channel_type, s.sender_name, s.brand) - 1)::integer as older
  from senders s join companies c on c.id = s.company_id
  where c.partner_id = $2 and s.registered and ($3::integer is null or s.company_id = $3)
  order by s.company_id, s.channel_type, s.sender_name, s.brand, ${LIVING_FIRST})`;

const MATCHES = `($4::text is null or p.sender_name ilike $4) and ($5::text[] is null or p.status = any($5))
  and ($6::text[] is null or p.brand = any($6)) and ($7::text[] is null or p.channel_type = any($7))
  and ($8::boolean is null or p.suspended = $8) and ($9::boolean is null or p.usable = $9)`;

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

/** How many registrations match, by whose turn it is; the turn itself is not held against them. */
export function countTurns(tx: Tx, query: MatrixQuery) {
  return tx.query<{ turn: SenderTurn; total: number }>(
    `with ${present(query.moderation)} select p.turn, count(*)::integer as total from present p where ${MATCHES} group by 1`,
    valuesOf(tx, query),
  );
}

const NAMES = 'select p.company_id, p.channel_type, p.sender_name from present p';

export async function countNames(tx: Tx, query: MatrixQuery): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `with ${present(query.moderation)}
     select count(*)::integer as total from (${NAMES} where ${MATCHES} and ${OF_TURN} group by 1, 2, 3) n`,
    [...valuesOf(tx, query), query.filter.turn ?? null],
  );
  return rows[0]?.total ?? 0;
}

/** A page of names and every present registration of each, whether it matches or not. */
export function selectCells(tx: Tx, query: MatrixQuery, { limit, offset }: { limit: number; offset: number }) {
  return tx.query<SenderCellRow>(
    `with ${present(query.moderation)},
     named as (
       ${NAMES} where ${MATCHES} and ${OF_TURN} group by 1, 2, 3 order by lower(p.sender_name), 3, 1, 2 limit $11 offset $12)
     select s.id, s.company_id as "companyId", c.name as "companyName", s.channel_type as "channelType",
       s.sender_name as "senderName", s.brand, p.status, ${SINCE} as "statusSince", p.turn, p.usable, s.suspended,
       s.suspend_reason as "suspendReason", s.common_type as "commonType", s.fee_micros as "feeMicros",
       s.fee_currency as "feeCurrency", s.manager_comment as "managerComment", s.date_from as "dateFrom",
       s.date_to as "dateTo", p.older
     from named n join present p using (company_id, channel_type, sender_name)
       join senders s on s.id = p.id join companies c on c.id = s.company_id
     order by lower(s.sender_name), s.sender_name, s.company_id, s.channel_type, s.brand`,
    [...valuesOf(tx, query), query.filter.turn ?? null, limit, offset],
  );
}
