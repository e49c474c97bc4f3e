import type { Severity } from '@volley/domain/duty/alert-rule.ts';
import type { DutyLanguage } from '@volley/domain/duty/alert-text.ts';
import type { ContactKind } from '@volley/domain/duty/duty-contact.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type ContactRow = {
  readonly contactId: number;
  readonly name: string;
  readonly kind: ContactKind;
  readonly address: string;
  readonly secretSealed: string | null;
  /** Signs until `previousEndsAt`, then is stored without effect. */
  readonly previousSealed: string | null;
  readonly previousEndsAt: Date | null;
  readonly severities: readonly Severity[];
  readonly language: DutyLanguage;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly lastSentAt: Date | null;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
};

const COLUMNS = `id as "contactId",
       name,
       kind,
       address,
       secret_sealed as "secretSealed",
       previous_sealed as "previousSealed",
       previous_ends_at as "previousEndsAt",
       severities,
       language,
       enabled,
       created_at as "createdAt",
       last_sent_at as "lastSentAt",
       failing_since as "failingSince",
       last_error as "lastError"`;

export function selectContacts(tx: Tx): Promise<ContactRow[]> {
  return tx.query<ContactRow>(
    `select ${COLUMNS}
     from duty_contacts
     order by id`,
  );
}

export async function selectContact(tx: Tx, contactId: number): Promise<ContactRow | undefined> {
  const rows = await tx.query<ContactRow>(
    `select ${COLUMNS}
     from duty_contacts
     where id = $1
     for update`,
    [contactId],
  );
  return rows[0];
}

export type StoredContact = Pick<
  ContactRow,
  'name' | 'kind' | 'address' | 'secretSealed' | 'severities' | 'language' | 'enabled'
>;

export async function insertContact(tx: Tx, contact: StoredContact): Promise<ContactRow | undefined> {
  const rows = await tx.query<ContactRow>(
    `insert into duty_contacts (name, kind, address, secret_sealed, severities, language, enabled, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     returning ${COLUMNS}`,
    [
      contact.name,
      contact.kind,
      contact.address,
      contact.secretSealed,
      contact.severities,
      contact.language,
      contact.enabled,
      tx.now,
    ],
  );
  return rows[0];
}

/** A new address or secret begins without failures. */
export async function updateContact(
  tx: Tx,
  contactId: number,
  contact: Omit<StoredContact, 'kind'>,
): Promise<ContactRow | undefined> {
  const rows = await tx.query<ContactRow>(
    `update duty_contacts
     set name = $2,
       address = $3,
       secret_sealed = $4,
       severities = $5,
       language = $6,
       enabled = $7,
       failing_since = null,
       last_error = null
     where id = $1
     returning ${COLUMNS}`,
    [
      contactId,
      contact.name,
      contact.address,
      contact.secretSealed,
      contact.severities,
      contact.language,
      contact.enabled,
    ],
  );
  return rows[0];
}

/** The present secret signs beside the new one until `previousEndsAt`; one before it signs no more. */
export async function updateSigningSecret(
  tx: Tx,
  contactId: number,
  { sealed, previousEndsAt }: { readonly sealed: string; readonly previousEndsAt: Date },
): Promise<void> {
  await tx.query(
    `update duty_contacts
     set previous_sealed = secret_sealed,
       previous_ends_at = $3,
       secret_sealed = $2
     where id = $1`,
    [contactId, sealed, previousEndsAt],
  );
}

/** With its notices. */
export async function deleteContact(tx: Tx, contactId: number): Promise<string | undefined> {
  const rows = await tx.query<{ name: string }>('delete from duty_contacts where id = $1 returning name', [contactId]);
  return rows[0]?.name;
}

/** `error` null: the notice was sent. */
export async function updateHealth(tx: Tx, contactId: number, error: string | null): Promise<void> {
  await tx.query(
    `update duty_contacts
     set last_sent_at = case when $2::text is null then $3 else last_sent_at end,
       failing_since = case when $2::text is null then null else coalesce(failing_since, $3) end,
       last_error = $2
     where id = $1`,
    [contactId, error, tx.now],
  );
}

type SealedRow = { readonly id: number; readonly sealed: string | null; readonly previous: string | null };

/** Contacts with a secret that is not sealed under the current key. */
export function selectSealedBefore(tx: Tx, currentPrefix: string): Promise<SealedRow[]> {
  return tx.query<SealedRow>(
    `select id, secret_sealed as sealed, previous_sealed as previous
     from duty_contacts
     where not starts_with(secret_sealed, $1)
       or not starts_with(previous_sealed, $1)
     for update`,
    [currentPrefix],
  );
}

const resealed = bulkColumns({ id: 'int', sealed: 'text', previous: 'text' });

export async function updateSealed(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  await tx.query(
    `update duty_contacts c
     set secret_sealed = u.sealed,
       previous_sealed = u.previous
     from ${resealed.as('u')}
     where c.id = u.id`,
    resealed.values(rows),
  );
}
