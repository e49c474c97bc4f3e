import { must } from '@volley/domain/must.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SilenceRow } from '../duty/alerts/silences.sql.ts';
import { createSilence, liftSilence, listSilences } from '../duty/alerts/silences.ts';
import { updateHealth } from '../duty/contacts/contacts.sql.ts';
import {
  type Contact,
  type ContactDraft,
  changeContact,
  createContact,
  getContact,
  listContacts,
  type NewSigningSecret,
  removeContact,
  rotateSigningSecret,
} from '../duty/contacts/contacts.ts';
import { sendNotice } from '../duty/notices/send-notice.ts';
import type { SendResult } from '../duty/notices/sent-notice.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db' | 'clock' | 'config' | 'secrets'>;
type Staff = Exclude<Who, 'command'>;

export function listSilencesAs({ db }: Pick<Platform, 'db'>): Promise<SilenceRow[]> {
  return read(db, listSilences);
}

export function createSilenceAs(
  platform: Pick<Platform, 'db'>,
  who: Staff,
  draft: { readonly pattern: string; readonly untilAt: Date; readonly reason: string },
): Promise<SilenceRow> {
  return changeAs(platform, who, async (tx) => {
    const id = await createSilence(tx, { ...draft, staffId: who.staffId });
    const silence = must(
      (await listSilences(tx)).find((row) => row.id === id),
      `silence ${id}`,
    );
    return {
      action: 'alert.silence',
      subject: { kind: 'alert', id: draft.pattern },
      details: { until: draft.untilAt.toISOString(), reason: draft.reason },
      reply: silence,
    };
  });
}

export function endSilenceAs(platform: Pick<Platform, 'db'>, who: Who, id: number): Promise<{ ended: true }> {
  return changeAs(platform, who, async (tx) => {
    const pattern = await liftSilence(tx, id);
    return { action: 'alert.unsilence', subject: { kind: 'alert', id: pattern }, reply: { ended: true as const } };
  });
}

export function listContactsAs({ db }: Pick<Platform, 'db'>): Promise<Contact[]> {
  return read(db, listContacts);
}

/** The log names the contact, not its address, which may be secret for a webhook, and not its token. */
export function createContactAs(platform: Needs, who: Who, draft: ContactDraft) {
  return changeAs(platform, who, async (tx) => {
    const reply = await createContact(tx, platform, draft);
    return {
      action: 'duty-contact.create',
      subject: { kind: 'duty-contact', id: reply.contactId },
      details: detailsOf(reply),
      reply,
    };
  });
}

export function changeContactAs(
  platform: Needs,
  who: Who,
  contactId: number,
  change: Omit<ContactDraft, 'kind'>,
): Promise<Contact> {
  return changeAs(platform, who, async (tx) => {
    const reply = await changeContact(tx, platform, contactId, change);
    return {
      action: 'duty-contact.change',
      subject: { kind: 'duty-contact', id: contactId },
      details: { ...detailsOf(reply), hasNewToken: change.botToken !== undefined },
      reply,
    };
  });
}

export function rotateContactSecretAs(
  platform: Pick<Platform, 'db' | 'secrets'>,
  who: Who,
  contactId: number,
): Promise<NewSigningSecret> {
  return changeAs(platform, who, async (tx) => ({
    action: 'duty-contact.rotate-secret',
    subject: { kind: 'duty-contact', id: contactId },
    reply: await rotateSigningSecret(tx, platform, contactId),
  }));
}

export function removeContactAs(
  platform: Pick<Platform, 'db'>,
  who: Who,
  contactId: number,
): Promise<{ removed: true }> {
  return changeAs(platform, who, async (tx) => {
    const name = await removeContact(tx, contactId);
    return {
      action: 'duty-contact.remove',
      subject: { kind: 'duty-contact', id: contactId },
      details: { name },
      reply: { removed: true as const },
    };
  });
}

/** The log row is stored first: the notice leaves outside of transactions. */
export async function testContactAs(platform: Needs, who: Staff, contactId: number): Promise<SendResult> {
  const contact = await changeAs(platform, who, async (tx) => ({
    action: 'duty-contact.test',
    subject: { kind: 'duty-contact', id: contactId },
    reply: await getContact(tx, contactId),
  }));
  const notice = { id: who.requestId, attempt: 1, notice: { lines: [], more: 0 } };
  const result = await sendNotice(platform, contact, notice);
  if (result.ok) await inTransaction(platform.db, (tx) => updateHealth(tx, contactId, null));
  return result;
}

function detailsOf({ name, kind, severities, language, enabled }: Contact) {
  return { name, kind, severities, language, enabled };
}
