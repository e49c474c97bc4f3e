// Sender names of all companies, for staff.
import { must } from '@volley/domain/must.ts';
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Sender } from './sender.ts';
import { SELECT } from './senders.sql.ts';

export type StaffSenderFilter = { readonly status?: readonly SenderStatus[]; readonly companyId?: number };

const MATCHES = `s.registered
       and ($1::text[] is null or s.status = any($1))
       and ($2::integer is null or s.company_id = $2)`;

export function selectAllSenders(
  tx: Tx,
  filter: StaffSenderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Sender[]> {
  return tx.query<Sender>(
    `${SELECT}
     where ${MATCHES}
     order by s.id
     limit $3
     offset $4`,
    [filter.status ?? null, filter.companyId ?? null, limit, offset],
  );
}

export async function countAllSenders(tx: Tx, filter: StaffSenderFilter): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from senders s
     where ${MATCHES}`,
    [filter.status ?? null, filter.companyId ?? null],
  );
  return must(rows[0], 'number of sender names').total;
}

export async function selectAnySender(tx: Tx, id: number): Promise<Sender | undefined> {
  const rows = await tx.query<Sender>(
    `${SELECT}
     where s.id = $1
       and s.registered`,
    [id],
  );
  return rows[0];
}
