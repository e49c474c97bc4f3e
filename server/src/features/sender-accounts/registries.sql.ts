import type { Tx } from '../../platform/database/database.ts';
import { LINK } from './account-events.sql.ts';
import type { AccountVersion, UncheckedAccount } from './stored-account.ts';

/** Accounts whose templates were last read before this time; they count as read from now on. */
export function claimRegistries(tx: Tx, before: Date, limit: number): Promise<UncheckedAccount[]> {
  return tx.query<UncheckedAccount>(
    `with due as (
       select a.sender_id
       from sender_accounts a
       join operator_links l on l.id = a.link_id
       where a.settings ->> 'wabaId' is not null
         and l.enabled
         and a.problem is null
         and (a.templates_checked_at is null or a.templates_checked_at <= $1)
       order by a.templates_checked_at nulls first, a.sender_id
       limit $2
       for update of a skip locked
     )
     update sender_accounts a
     set templates_checked_at = $3
     from due, operator_links l
     where a.sender_id = due.sender_id
       and l.id = a.link_id
     returning
       a.sender_id as "senderId",
       a.version,
       a.settings,
       a.secrets_sealed as "secretsSealed",
       ${LINK} as link`,
    [before, limit, tx.now],
  );
}

/** False: the account has newer credentials. Its row stays locked. */
export async function clearRegistryProblem(tx: Tx, { senderId, version }: AccountVersion): Promise<boolean> {
  const rows = await tx.query(
    `update sender_accounts
     set templates_problem = null
     where sender_id = $1
       and version = $2
     returning sender_id`,
    [senderId, version],
  );
  return rows.length > 0;
}

/** `checkedAt`: an earlier time, by which the templates are read again sooner; kept if they are due already. */
export async function updateRegistryProblem(
  tx: Tx,
  { senderId, version }: AccountVersion,
  problem: string,
  checkedAt: Date,
): Promise<void> {
  await tx.query(
    `update sender_accounts
     set templates_problem = $3,
       templates_checked_at = case when templates_checked_at is not null then $4::timestamptz end
     where sender_id = $1
       and version = $2`,
    [senderId, version, problem, checkedAt],
  );
}

export async function expireRegistries(tx: Tx, linkId: number, wabaIds: readonly string[]): Promise<number> {
  const rows = await tx.query(
    `update sender_accounts
     set templates_checked_at = null
     where settings ->> 'wabaId' = any($2::text[])
       and link_id = $1
     returning sender_id`,
    [linkId, wabaIds],
  );
  return rows.length;
}

/** The sender has a template that was not compared yet. */
export async function expireRegistryOf(tx: Tx, senderId: number): Promise<void> {
  await tx.query('update sender_accounts set templates_checked_at = null where sender_id = $1', [senderId]);
}
