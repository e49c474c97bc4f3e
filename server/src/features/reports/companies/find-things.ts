// Global search over everything the actor may read: phone numbers in any form, message uuids and external ids,
// dispatches by id or name, companies by name or INN, sender names, API keys.

import { maskNumber } from '@volley/domain/numbers/masked-number.ts';
import { completeNumber } from '@volley/domain/numbers/written-phone.ts';
import type { PartnerConsoleActor, StaffActor } from '@volley/domain/people/actor.ts';
import { hasRight, type PartnerRight } from '@volley/domain/people/partner-role.ts';
import { type Capability, hasCapability } from '@volley/domain/people/staff-role.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type FoundMessage,
  findBlacklisted,
  findByExternalId,
  findByNumber,
  findCompanies,
  findDispatches,
  findKeys,
  findMessage,
  findPartners,
  findSenders,
} from './found-things.sql.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ID_MAX = 2_147_483_647;
/** Newest messages per dispatch or account that are scanned for a number. */
const NUMBER_DEPTH = 2_000;

export type Found = Awaited<ReturnType<typeof findForPartner>>;

export function findThings(
  { db }: Pick<Platform, 'db'>,
  actor: PartnerConsoleActor | StaffActor,
  text: string,
): Promise<Found> {
  const terms = parseSearch(text);
  return read(db, (tx) => (actor.kind === 'staff' ? findForStaff(tx, actor, terms) : findForPartner(tx, actor, terms)));
}

type SearchTerms = ReturnType<typeof parseSearch>;

export function parseSearch(text: string) {
  const q = text.trim();
  const plain = q.replaceAll(/[\\%_]/g, '\\$&');
  const number = /^#?\d{1,10}$/.test(q) ? Number(q.replace('#', '')) : null;
  const found = /^[\d+ ()-]+$/.test(q) ? completeNumber(q) : undefined;
  return {
    q,
    uuid: UUID.test(q) ? q.toLowerCase() : undefined,
    id: number !== null && number <= ID_MAX && number > 0 ? number : null,
    digits: found?.digits,
    addedSeven: found?.addedSeven,
    part: `%${plain}%`,
    start: `${plain}%`,
  };
}

async function findForPartner(tx: Tx, actor: PartnerConsoleActor, terms: SearchTerms) {
  const { partnerId } = actor;
  const { digits, addedSeven, q, uuid } = terms;
  const may = (right: PartnerRight) => hasRight(actor.role, right);
  const mayRead = may('numbers.read');
  const messages = may('messages.read') ? await findMessages(tx, partnerId, terms) : [];
  const blacklisted = digits !== undefined && may('blacklist.read') ? await findBlacklisted(tx, partnerId, digits) : [];
  const isText = uuid === undefined && q.length >= 2;
  return {
    number:
      digits === undefined || !may('messages.read') ? null : { digits, ...(addedSeven && { addedSeven }), blacklisted },
    messages: messages.map((message) => ({
      ...message,
      destination: mayRead ? message.destination : maskNumber(message.destination),
    })),
    dispatches: isText && may('dispatches.read') ? await findDispatches(tx, partnerId, terms) : [],
    companies: isText && may('companies.read') ? await findCompanies(tx, partnerId, terms) : [],
    senders: isText && may('senders.read') ? await findSenders(tx, partnerId, terms.part) : [],
    keys: isText && may('keys.read') ? await findKeys(tx, partnerId, terms) : [],
    partners: [] as Awaited<ReturnType<typeof findPartners>>,
  };
}

async function findMessages(tx: Tx, partnerId: number, { uuid, digits, q }: SearchTerms): Promise<FoundMessage[]> {
  const byUuid = uuid === undefined ? [] : await findMessage(tx, partnerId, uuid);
  const byNumber = digits === undefined ? [] : await findByNumber(tx, partnerId, digits, NUMBER_DEPTH);
  const byExternalId = await findByExternalId(tx, partnerId, q);
  const seen = new Set<string>();
  const all = [...byUuid, ...byExternalId, ...byNumber];
  return all.filter(({ messageUuid }) => !seen.has(messageUuid) && seen.add(messageUuid)).slice(0, 5);
}

async function findForStaff(tx: Tx, { roles }: StaffActor, terms: SearchTerms): Promise<Found> {
  const may = (capability: Capability) => hasCapability(roles, capability);
  const { uuid } = terms;
  const messages = uuid !== undefined && may('messages.explain') ? await findMessage(tx, null, uuid) : [];
  return {
    number: null,
    messages: messages.map((message) => ({ ...message, destination: maskNumber(message.destination) })),
    dispatches: [],
    companies: may('companies.read') ? await findCompanies(tx, null, terms) : [],
    senders: [],
    keys: [],
    partners: may('partners.read') ? await findPartners(tx, terms) : [],
  };
}
