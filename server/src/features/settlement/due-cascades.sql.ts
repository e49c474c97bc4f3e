import { ERROR } from '@volley/domain/sending/message-error.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Inserts the given messages whose next step is due: failed and not stopped by the client, or not read in time where
 * the step waits for that.
 */
export async function insertDue(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `insert into cascade_due (message_id, company_id, due_at, since)
     select m.id, m.company_id, $2, $2
     from messages m
     where m.id = any($1::uuid[])
       and m.cascade is not null
       and (
         m.status = ${MESSAGE_STATUS_CODES.FAILED} and m.error_code is distinct from ${ERROR.stopped}
         or m.read_status = 2 and m.cascade->0->>'condition' = 'not_read'
       )
     on conflict (message_id)
     do nothing`,
    [ids, tx.now],
  );
}

/** Inserts messages whose dispatch no longer waits for their step; the creation of steps then finds none to create. */
export async function insertEnded(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `insert into cascade_due (message_id, company_id, due_at, since)
     select m.id, m.company_id, $2, $2
     from messages m
     where m.id = any($1::uuid[])
     on conflict (message_id)
     do nothing`,
    [ids, tx.now],
  );
}

export type DueRow = { message_id: string; company_id: number; since: Date };

/** Locks the oldest unlocked rows of one company until the transaction ends. */
export function lockDue(tx: Tx, limit: number) {
  return tx.planned<DueRow>(
    `with first as (
       select company_id
       from cascade_due
       where due_at <= $1
       order by due_at
       limit 1
       for update skip locked
     )
     select u.message_id, u.company_id, u.since
     from cascade_due u
     where u.due_at <= $1
       and u.company_id = (select company_id from first)
     order by u.due_at
     limit $2
     for update skip locked`,
    [tx.now, limit],
  );
}

/** Returns the number of deleted rows per dispatch or bucket of the messages. */
export function deleteDue(tx: Tx, ids: readonly string[]) {
  return tx.query<{ dispatch_id: number; messages: number }>(
    `with deleted as (
       delete from cascade_due
       where message_id = any($1::uuid[])
       returning message_id
     )
     select m.dispatch_id, count(*)::int as messages
     from deleted
     join messages m on m.id = deleted.message_id
     group by 1`,
    [ids],
  );
}

export async function postponeDue(tx: Tx, ids: readonly string[], until: Date): Promise<void> {
  await tx.query(
    `update cascade_due
     set due_at = $2
     where message_id = any($1::uuid[])`,
    [ids, until],
  );
}

/** Locks the due rows that no other transaction has locked; `busy`: rows locked by another transaction. */
export async function tryLockDue(tx: Tx, ids: readonly string[]): Promise<{ held: string[]; busy: string[] }> {
  const rows = await tx.query<{ message_id: string; held: boolean }>(
    `with free as (
       select message_id
       from cascade_due
       where message_id = any($1::uuid[])
       for update skip locked
     )
     select u.message_id, u.message_id in (select message_id from free) as held
     from cascade_due u
     where u.message_id = any($1::uuid[])`,
    [ids],
  );
  return {
    held: rows.filter((row) => row.held).map((row) => row.message_id),
    busy: rows.filter((row) => !row.held).map((row) => row.message_id),
  };
}
