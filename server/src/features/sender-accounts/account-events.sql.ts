import type { Tx } from '../../platform/database/database.ts';
import type { AccountVersion, CheckedAccount, UncheckedAccount } from './stored-account.ts';

/** The link of an account, from `operator_links l`. */
export const LINK = `jsonb_build_object(
         'id', l.id,
         'name', l.name,
         'protocol', l.protocol,
         'url', l.url,
         'systemId', l.system_id,
         'passwordSealed', l.password_sealed,
         'settings', l.settings
       )`;

type Wanted = { readonly protocols: readonly string[]; readonly before: Date; readonly limit: number };

/**
 * Accounts that the provider accepts and that were last checked before this time; they count as checked from now on. A
 * new account is due after a minute: the call that stores it subscribes it.
 */
export function claimUnchecked(tx: Tx, { protocols, before, limit }: Wanted): Promise<UncheckedAccount[]> {
  return tx.query<UncheckedAccount>(
    `with due as (
       select a.sender_id
       from sender_accounts a
       join operator_links l on l.id = a.link_id
       where l.protocol = any($1::text[])
         and l.enabled
         and a.problem is null
         and coalesce(a.events_checked_at, a.changed_at - interval '59 minutes') <= $2
       order by a.events_checked_at nulls first, a.sender_id
       limit $3
       for update of a skip locked
     )
     update sender_accounts a
     set events_checked_at = $4
     from due, operator_links l
     where a.sender_id = due.sender_id
       and l.id = a.link_id
     returning
       a.sender_id as "senderId",
       a.version,
       a.settings,
       a.secrets_sealed as "secretsSealed",
       ${LINK} as link`,
    [protocols, before, limit, tx.now],
  );
}

/**
 * Changes nothing if the account has newer credentials, or if a later check has begun. The time of a claim stays, so
 * that the end of a slow check does not postpone the next one.
 */
export async function updateEventsCheck(
  tx: Tx,
  { senderId, version, claimedAt }: CheckedAccount,
  problem: string | null,
): Promise<void> {
  await tx.query(
    `update sender_accounts
     set events_checked_at = coalesce(events_checked_at, $3),
       events_problem = $4
     where sender_id = $1
       and version = $2
       and events_checked_at is not distinct from $5::timestamptz`,
    [senderId, version, tx.now, problem, claimedAt],
  );
}

/** Changes nothing if the account has newer credentials. */
export async function mergeFound(
  tx: Tx,
  { senderId, version }: AccountVersion,
  found: Readonly<Record<string, string>>,
): Promise<void> {
  await tx.query(
    `update sender_accounts
     set settings = settings || $3::jsonb
     where sender_id = $1
       and version = $2`,
    [senderId, version, JSON.stringify(found)],
  );
}
