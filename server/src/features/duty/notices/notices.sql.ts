import type { Severity } from '@volley/domain/duty/alert-rule.ts';
import type { DutyLanguage } from '@volley/domain/duty/alert-text.ts';
import type { ContactKind } from '@volley/domain/duty/duty-contact.ts';
import type { Notice } from '@volley/domain/duty/duty-notice.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

const made = bulkColumns({ id: 'uuid', contactId: 'int', content: 'text' }, 2);

export type MadeNotice = { readonly id: string; readonly contactId: number; readonly content: string };

export async function insertNotices(tx: Tx, rows: readonly MadeNotice[]): Promise<void> {
  await tx.query(
    `insert into duty_notices (${made.names}, created_at, next_try_at)
     select u.id, u.contact_id, u.content::jsonb, $1, $1
     from ${made.as('u')}`,
    [tx.now, ...made.values(rows)],
  );
}

const WAITING_MAX = 50;

/** Gives up the oldest notices of contacts with more than fifty. */
export async function endOverflow(tx: Tx): Promise<void> {
  await tx.query(
    `update duty_notices n
     set ended_at = $1
     from (
       select id, row_number() over (partition by contact_id order by created_at desc, id desc) as place
       from duty_notices
       where ended_at is null) w
     where w.id = n.id
       and w.place > ${WAITING_MAX}`,
    [tx.now],
  );
}

/** Gives up the waiting notices of a contact. */
export async function endNoticesOf(tx: Tx, contactId: number): Promise<void> {
  await tx.query(
    `update duty_notices
     set ended_at = $2
     where contact_id = $1
       and ended_at is null`,
    [contactId, tx.now],
  );
}

export type ClaimedNotice = {
  readonly id: string;
  readonly createdAt: Date;
  /** Counts this attempt. */
  readonly attempts: number;
  readonly content: Notice;
  readonly contactId: number;
  readonly kind: ContactKind;
  readonly address: string;
  readonly secretSealed: string | null;
  readonly previousSealed: string | null;
  readonly previousEndsAt: Date | null;
  readonly severities: readonly Severity[];
  readonly language: DutyLanguage;
};

/** The oldest due notice of each contact: a contact gets its notices in order. The claim is real time. */
export function claimNotices(tx: Tx, claimMs: number, limit: number): Promise<ClaimedNotice[]> {
  return tx.query<ClaimedNotice>(
    `update duty_notices n
     set attempts = n.attempts + 1,
       claimed_until = clock_timestamp() + $1 * interval '1 millisecond'
     from duty_contacts c
     where c.id = n.contact_id
       and n.id in (
         select w.id
         from duty_notices w
         join duty_contacts wc on wc.id = w.contact_id
         where w.ended_at is null
           and w.next_try_at <= $2
           and (w.claimed_until is null or w.claimed_until < clock_timestamp())
           and wc.enabled
           and not exists (
             select
             from duty_notices e
             where e.contact_id = w.contact_id
               and e.ended_at is null
               and (e.created_at, e.id) < (w.created_at, w.id))
         order by w.next_try_at
         limit $3
         for update of w skip locked)
     returning
       n.id,
       n.created_at as "createdAt",
       n.attempts,
       n.content,
       n.contact_id as "contactId",
       c.kind,
       c.address,
       c.secret_sealed as "secretSealed",
       c.previous_sealed as "previousSealed",
       c.previous_ends_at as "previousEndsAt",
       c.severities,
       c.language`,
    [claimMs, tx.now, limit],
  );
}

export async function updateEnded(tx: Tx, id: string, sent: boolean): Promise<void> {
  await tx.query(
    `update duty_notices
     set ended_at = $2,
       sent = $3,
       claimed_until = null
     where id = $1
       and ended_at is null`,
    [id, tx.now, sent],
  );
}

export async function updateNextTry(tx: Tx, id: string, nextTryAt: Date): Promise<void> {
  await tx.query(
    `update duty_notices
     set next_try_at = $2,
       claimed_until = null
     where id = $1
       and ended_at is null`,
    [id, nextTryAt],
  );
}

export async function deleteNotices(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from duty_notices where ended_at < $1', [before]);
}

/** After the database clock stepped back: no claim lasts longer than a new one. */
export async function updateLongClaims(tx: Tx, claimMs: number): Promise<void> {
  await tx.query(
    `update duty_notices
     set claimed_until = clock_timestamp() + $1 * interval '1 millisecond'
     where claimed_until > clock_timestamp() + $1 * interval '1 millisecond'`,
    [claimMs],
  );
}
