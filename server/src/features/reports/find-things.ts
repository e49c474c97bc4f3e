// One question over everything somebody may see: a telephone number in any form, a uuid, the client's own id of a
// message, a number or name of a dispatch, a company, its INN, a sender name, a key.
import type { CabinetActor, StaffActor } from '@volley/domain/actor.ts';
import { maskNumber } from '@volley/domain/masked-number.ts';
import { hasRight, type PartnerRight } from '@volley/domain/partner-role.ts';
import { type Capability, hasCapability } from '@volley/domain/staff-role.ts';
import { completeNumber } from '@volley/domain/written-phone.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
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
/** How many of the newest messages of a dispatch or an account are looked through for a number. */
const NUMBER_DEPTH = 2_000;

export type Found = Awaited<ReturnType<typeof findForPartner>>;

export function findThings(
  { db }: Pick<Platform, 'db'>,
  actor: CabinetActor | StaffActor,
  text: string,
): Promise<Found> {
  const asked = readQuestion(text);
  return read(db, (tx) => (actor.kind === 'staff' ? findForStaff(tx, actor, asked) : findForPartner(tx, actor, asked)));
}

type Asked = ReturnType<typeof readQuestion>;

export function readQuestion(text: string) {
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

async function findForPartner(tx: Tx, actor: CabinetActor, asked: Asked) {
  const { partnerId } = actor;
  const { digits, addedSeven, q, uuid } = asked;
  const may = (right: PartnerRight) => hasRight(actor.role, right);
  const mayRead = may('numbers.read');
  const messages = may('messages.read') ? await findMessages(tx, partnerId, asked) : [];
  const blacklisted = digits !== undefined && may('blacklist.read') ? await findBlacklisted(tx, partnerId, digits) : [];
  const isText = uuid === undefined && q.length >= 2;
  return {
    number:
      digits === undefined || !may('messages.read') ? null : { digits, ...(addedSeven && { addedSeven }), blacklisted },
    messages: messages.map((message) => ({
      ...message,
      destination: mayRead ? message.destination : maskNumber(message.destination),
    })),
    dispatches: isText && may('dispatches.read') ? await findDispatches(tx, partnerId, asked) : [],
    companies: isText && may('companies.read') ? await findCompanies(tx, partnerId, asked) : [],
    senders: isText && may('senders.read') ? await findSenders(tx, partnerId, asked.part) : [],
    keys: isText && may('keys.read') ? await findKeys(tx, partnerId, asked) : [],
    partners: [] as Awaited<ReturnType<typeof findPartners>>,
  };
}

async function findMessages(tx: Tx, partnerId: number, { uuid, digits, q }: Asked): Promise<FoundMessage[]> {
  const byUuid = uuid === undefined ? [] : await findMessage(tx, partnerId, uuid);
  const byNumber = digits === undefined ? [] : await findByNumber(tx, partnerId, digits, NUMBER_DEPTH);
  const byExternalId = await findByExternalId(tx, partnerId, q);
  const seen = new Set<string>();
  const all = [...byUuid, ...byExternalId, ...byNumber];
  return all.filter(({ messageUuid }) => !seen.has(messageUuid) && seen.add(messageUuid)).slice(0, 5);
}

async function findForStaff(tx: Tx, { roles }: StaffActor, asked: Asked): Promise<Found> {
  const may = (capability: Capability) => hasCapability(roles, capability);
  const { uuid } = asked;
  const messages = uuid !== undefined && may('messages.explain') ? await findMessage(tx, null, uuid) : [];
  return {
    number: null,
    messages: messages.map((message) => ({ ...message, destination: maskNumber(message.destination) })),
    dispatches: [],
    companies: may('companies.read') ? await findCompanies(tx, null, asked) : [],
    senders: [],
    keys: [],
    partners: may('partners.read') ? await findPartners(tx, asked) : [],
  };
}
