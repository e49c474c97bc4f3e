// Contacts of people on duty. Secrets are written, never shown again: the token of a bot, and the signing secret of a
// webhook, which only the answer that creates it has.
import { type ContactKind, isBotToken, isEmailAddress, isTelegramChat } from '@volley/domain/duty/duty-contact.ts';
import { must } from '@volley/domain/must.ts';
import type { FaultCode } from '@volley/domain/refusals/fault.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isForbiddenHost } from '../../../platform/http/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { callbackUrlFault } from '../../callbacks/targets/register-target.ts';
import { newSigningSecret, SECRET_OVERLAP_MS } from '../../callbacks/targets/signing-secret-form.ts';
import { endNoticesOf } from '../notices/notices.sql.ts';
import {
  type ContactRow,
  deleteContact,
  insertContact,
  type StoredContact,
  selectContact,
  selectContacts,
  updateContact,
  updateSigningSecret,
} from './contacts.sql.ts';

const CONTACTS_MAX = 50;

export type ContactDraft = Omit<StoredContact, 'secretSealed'> & {
  /** Token of a bot; absent in a change: stays. */
  readonly botToken?: string;
};

export type Contact = Omit<ContactRow, 'secretSealed' | 'previousSealed' | 'previousEndsAt'> & {
  /** Until then the previous signing secret of a webhook signs too; null: only the present one signs. */
  readonly previousSecretEndsAt: Date | null;
};

type Needs = Pick<Platform, 'config' | 'secrets'>;

export async function listContacts(tx: Tx): Promise<Contact[]> {
  return (await selectContacts(tx)).map((row) => shown(tx, row));
}

/** `signingSecret`: of a webhook, shown this one time; else null. */
export async function createContact(
  tx: Tx,
  needs: Needs,
  { botToken, ...draft }: ContactDraft,
): Promise<Contact & { readonly signingSecret: string | null }> {
  if ((await selectContacts(tx)).length >= CONTACTS_MAX)
    throw refused('name', `must not be the name of more than ${CONTACTS_MAX} contacts`, 'too-many');
  checkAddress(needs, draft);
  if (draft.kind === 'TELEGRAM' && botToken === undefined) throw refused('botToken', 'is required', 'required');
  const signingSecret = draft.kind === 'WEBHOOK' ? newSigningSecret() : null;
  const secret = signingSecret ?? tokenFor(draft.kind, botToken);
  const secretSealed = secret === undefined ? null : needs.secrets.seal(secret);
  const row = must(await insertContact(tx, { ...draft, secretSealed }), 'the new duty contact');
  return { ...shown(tx, row), signingSecret };
}

export async function changeContact(
  tx: Tx,
  needs: Needs,
  contactId: number,
  { botToken, kind: _kind, ...change }: Omit<ContactDraft, 'kind'> & { readonly kind?: ContactKind },
): Promise<Contact> {
  const { kind, secretSealed } = await getContact(tx, contactId);
  checkAddress(needs, { kind, address: change.address });
  const token = tokenFor(kind, botToken);
  // A contact that is enabled later does not get old notices.
  if (!change.enabled) await endNoticesOf(tx, contactId);
  const sealed = token === undefined ? secretSealed : needs.secrets.seal(token);
  return shown(
    tx,
    must(await updateContact(tx, contactId, { ...change, secretSealed: sealed }), `duty contact ${contactId}`),
  );
}

export type NewSigningSecret = { readonly signingSecret: string; readonly previousSecretEndsAt: Date };

/** The new secret signs at once, the present one beside it for a day. At most two sign at a time. */
export async function rotateSigningSecret(
  tx: Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  contactId: number,
): Promise<NewSigningSecret> {
  const { kind } = await getContact(tx, contactId);
  if (kind !== 'WEBHOOK') throw refused('id', 'must be the id of a contact of kind WEBHOOK', 'invalid');
  const signingSecret = newSigningSecret();
  const previousSecretEndsAt = new Date(tx.now.getTime() + SECRET_OVERLAP_MS);
  const sealed = secrets.seal(signingSecret);
  await updateSigningSecret(tx, contactId, { sealed, previousEndsAt: previousSecretEndsAt });
  return { signingSecret, previousSecretEndsAt };
}

export async function removeContact(tx: Tx, contactId: number): Promise<string> {
  const name = await deleteContact(tx, contactId);
  if (name === undefined) throw missing(contactId);
  return name;
}

export async function getContact(tx: Tx, contactId: number): Promise<ContactRow> {
  const row = await selectContact(tx, contactId);
  if (row === undefined) throw missing(contactId);
  return row;
}

function tokenFor(kind: ContactKind, botToken: string | undefined): string | undefined {
  if (botToken === undefined) return undefined;
  if (kind !== 'TELEGRAM') throw refused('botToken', 'must be absent for this kind of contact', 'invalid');
  if (!isBotToken(botToken)) throw refused('botToken', 'must be the token of a Telegram bot', 'wrong-form');
  return botToken;
}

function checkAddress({ config }: Pick<Platform, 'config'>, contact: Pick<StoredContact, 'kind' | 'address'>): void {
  const { kind, address } = contact;
  if (kind === 'EMAIL') {
    if (!isEmailAddress(address)) throw refused('address', 'must be an e-mail address', 'wrong-form');
    if (config.smtpUrl === '' || config.smtpFrom === '')
      throw refused('kind', 'must not be EMAIL: this installation has no SMTP_URL and SMTP_FROM', 'invalid');
  }
  if (kind === 'TELEGRAM' && !isTelegramChat(address))
    throw refused('address', 'must be the id of a chat, or @ and the name of a channel', 'wrong-form');
  if (kind === 'WEBHOOK') checkUrl(address, config.callbackAllow);
}

/** https; plain http only to private addresses that the installation allows. */
function checkUrl(address: string, allow: readonly string[]): void {
  const fault = callbackUrlFault(address, allow);
  if (fault !== undefined) throw refused('address', fault.reason, fault.code);
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== 'https:' && !isForbiddenHost(hostname, []))
    throw refused('address', 'must be an https URL', 'wrong-form');
  if (username !== '' || password !== '')
    throw refused('address', 'must not have a login and password: notices are signed', 'wrong-form');
}

const refused = (field: string, problem: string, code: FaultCode) =>
  new Refusal('bad-request', { field, problem, code });
const missing = (contactId: number) => new Refusal('not-found', { kind: 'Duty contact', id: contactId });

function shown({ now }: Tx, row: ContactRow): Contact {
  const { secretSealed: _secret, previousSealed: _previous, previousEndsAt, ...contact } = row;
  const isSigning = previousEndsAt !== null && previousEndsAt > now;
  return { ...contact, previousSecretEndsAt: isSigning ? previousEndsAt : null };
}
