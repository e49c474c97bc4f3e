import type { Brand } from '@volley/domain/numbers/brand.ts';
import type { Moderation, SenderStatus } from '@volley/domain/senders/sender-status.ts';
import type { SenderTurn } from '@volley/domain/senders/sender-turn.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { COMPLETE, LIVING_FIRST, SINCE, STATUS, turnSql, usableSql } from './sender-state.sql.ts';

export type SenderState = {
  status: SenderStatus;
  statusSince: Date;
  turn: SenderTurn;
  usable: boolean;
  complete: boolean;
  feeCurrency: string | null;
  companyName: string;
  companyStatus: 'ACTIVE' | 'DISABLED';
  runningDispatches: number;
};

export async function selectSenderState(tx: Tx, id: number, moderation: Moderation): Promise<SenderState | undefined> {
  const rows = await tx.query<SenderState>(
    `select
       ${STATUS} as status,
       ${SINCE} as "statusSince",
       ${turnSql(moderation)} as turn,
       ${usableSql(moderation)} as usable,
       ${COMPLETE} as complete,
       s.fee_currency as "feeCurrency",
       c.name as "companyName",
       c.status as "companyStatus",
       (
         select count(*)::integer
         from dispatches d
         where d.company_id = s.company_id
           and d.status = 'STARTED'
           and d.kind <> 'SEND'
           and s.id = any(d.sender_ids)) as "runningDispatches"
     from senders s
     join companies c on c.id = s.company_id
     where s.id = $2`,
    [tx.now, id],
  );
  return rows[0];
}

export type SenderMoveRow = { at: Date; status: SenderStatus; suspended: boolean; comment: string | null };

export function selectSenderMoves(tx: Tx, id: number, limit: number): Promise<SenderMoveRow[]> {
  return tx.query<SenderMoveRow>(
    `select at, status, suspended, comment
     from sender_moves
     where sender_id = $1
     order by id desc
     limit $2`,
    [id, limit],
  );
}

export type SiblingRow = { id: number; brand: Brand; status: SenderStatus };

/** The same name with every operator, including its own. */
export function selectSiblings(
  tx: Tx,
  { companyId, channelType, senderName }: { companyId: number; channelType: string; senderName: string },
): Promise<SiblingRow[]> {
  return tx.query<SiblingRow>(
    `select distinct on (s.brand) s.id, s.brand, ${STATUS} as status
     from senders s
     where s.company_id = $2
       and s.channel_type = $3
       and s.sender_name = $4
       and s.registered
     order by s.brand, ${LIVING_FIRST}`,
    [tx.now, companyId, channelType, senderName],
  );
}

export function selectFeeCharges(tx: Tx, id: number, limit: number) {
  return tx.query<{ month: string; valueMicros: bigint; currency: string }>(
    `select month::text as month, value_micros as "valueMicros", currency
     from sender_fee_charges
     where sender_id = $1
     order by month desc
     limit $2`,
    [id, limit],
  );
}
