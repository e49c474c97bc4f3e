import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type {
  AccountLink,
  AccountVersion,
  CalledAccountRow,
  GovernedAccount,
  StoredAccount,
} from './stored-account.ts';

const SELECT_STORED = `
  select sender_id as "senderId",
    version,
    settings,
    secrets_sealed as "secretsSealed"
  from sender_accounts
  where link_id = $1
    and sender_id = any($2::int[])`;

export function selectStored(tx: Tx, linkId: number, senderIds: readonly number[]): Promise<StoredAccount[]> {
  return tx.planned<StoredAccount>(SELECT_STORED, [linkId, senderIds]);
}

const SELECT_ACCOUNT_LINKS = `
  select sender_id as "senderId", link_id as "linkId"
  from sender_accounts
  where sender_id = any($1::int[])`;

export function selectAccountLinks(
  tx: Tx,
  senderIds: readonly number[],
): Promise<{ senderId: number; linkId: number }[]> {
  return tx.planned<{ senderId: number; linkId: number }>(SELECT_ACCOUNT_LINKS, [senderIds]);
}

const SELECT_CALLED = `
  select a.company_id as "companyId",
    a.sender_id as "senderId",
    s.sender_name as "senderName",
    l.protocol,
    l.id as "linkId",
    l.settings as "linkSettings",
    a.settings,
    a.secrets_sealed as "secretsSealed"
  from sender_accounts a
  join operator_links l on l.id = a.link_id
  join senders s on s.id = a.sender_id
  where a.sender_id = $1
    and l.name = $2`;

export async function selectCalled(tx: Tx, linkName: string, senderId: number): Promise<CalledAccountRow | undefined> {
  const rows = await tx.planned<CalledAccountRow>(SELECT_CALLED, [senderId, linkName]);
  return rows[0];
}

export async function selectAccount(tx: Tx, senderId: number): Promise<GovernedAccount | undefined> {
  const rows = await tx.query<GovernedAccount>(
    `select sender_id as "senderId",
       version,
       link_id as "linkId",
       settings,
       paused_until as "pausedUntil",
       problem,
       problem_at as "problemAt",
       events_problem as "eventsProblem",
       templates_problem as "templatesProblem",
       changed_at as "changedAt"
     from sender_accounts
     where sender_id = $1`,
    [senderId],
  );
  return rows[0];
}

/** Links in use that carry the channel, in the order of their creation. */
export function selectLinksOfChannel(tx: Tx, channelType: string): Promise<AccountLink[]> {
  return tx.query<AccountLink>(
    `select id,
       name,
       protocol,
       url,
       system_id as "systemId",
       password_sealed as "passwordSealed",
       settings
     from operator_links
     where channel_type = $1
       and enabled
     order by id`,
    [channelType],
  );
}

export type AccountRow = {
  readonly senderId: number;
  readonly companyId: number;
  readonly linkId: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly secretsSealed: string;
};

/** New credentials: an earlier pause or refusal no longer applies. */
export async function upsertAccount(tx: Tx, account: AccountRow): Promise<void> {
  await tx.query(
    `insert into sender_accounts (sender_id, company_id, link_id, settings, secrets_sealed, changed_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (sender_id)
     do update set
       link_id = excluded.link_id,
       settings = excluded.settings,
       secrets_sealed = excluded.secrets_sealed,
       changed_at = excluded.changed_at,
       version = default,
       paused_until = null,
       problem = null,
       problem_at = null,
       events_checked_at = null,
       events_problem = null,
       templates_checked_at = null,
       templates_problem = null`,
    [
      account.senderId,
      account.companyId,
      account.linkId,
      JSON.stringify(account.settings),
      account.secretsSealed,
      tx.now,
    ],
  );
}

/** False: the sender name has no account. */
export async function deleteAccount(tx: Tx, senderId: number): Promise<boolean> {
  const rows = await tx.query('delete from sender_accounts where sender_id = $1 returning sender_id', [senderId]);
  return rows.length > 0;
}

/** Changes nothing if the account has newer credentials. */
export async function updatePause(tx: Tx, { senderId, version }: AccountVersion, until: Date): Promise<void> {
  await tx.query(
    `update sender_accounts
     set paused_until = $3
     where sender_id = $1
       and version = $2`,
    [senderId, version, until],
  );
}

/** Changes nothing if the account has newer credentials; the first problem stays. */
export async function updateProblem(tx: Tx, { senderId, version }: AccountVersion, problem: string): Promise<void> {
  await tx.query(
    `update sender_accounts
     set problem = $3,
       problem_at = $4
     where sender_id = $1
       and version = $2
       and problem is null`,
    [senderId, version, problem, tx.now],
  );
}

export function selectSealedBefore(tx: Tx, currentPrefix: string): Promise<{ id: number; sealed: string }[]> {
  return tx.query<{ id: number; sealed: string }>(
    `select sender_id as id, secrets_sealed as sealed
     from sender_accounts
     where not starts_with(secrets_sealed, $1)
     for update`,
    [currentPrefix],
  );
}

const sealedSecrets = bulkColumns({ id: 'int', sealed: 'text' });

export async function updateSealed(tx: Tx, rows: readonly { id: number; sealed: string }[]): Promise<void> {
  await tx.query(
    `update sender_accounts a
     set secrets_sealed = u.sealed
     from ${sealedSecrets.as('u')}
     where a.sender_id = u.id`,
    sealedSecrets.values(rows),
  );
}
