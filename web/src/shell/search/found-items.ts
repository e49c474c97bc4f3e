// Search results as items to choose from: a title, a hint and the page behind it.
import type * as contract from '@volley/contract/console/search.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { groupNumber } from '@volley/domain/numbers/grouped-number.ts';
import type { TextId } from '../../texts/text-id.ts';

export type Found = ReplyOf<typeof contract.search>;

export type FoundItem = {
  readonly key: string;
  readonly kind: TextId;
  readonly title: string;
  readonly hint: string;
  /** The operator of a sender name, as the API calls it. */
  readonly brand?: string;
  /** Creation time. */
  readonly at?: string;
  readonly state?: TextId;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number>>;
};

type Kind = 'partner' | 'staff';

export function foundItems(found: Found, kind: Kind): FoundItem[] {
  return kind === 'staff' ? [...staffItems(found)] : [...numberItems(found), ...partnerItems(found)];
}

function* numberItems({ number }: Found): Generator<FoundItem> {
  if (number === null) return;
  const { digits, addedSeven, blacklisted } = number;
  yield {
    key: `number ${digits}`,
    kind: addedSeven ? 'shell.search.allToCompleted' : 'shell.search.allToNumber',
    title: groupNumber(digits),
    hint: '',
    to: '/messages',
    search: { destination: digits },
  };
  for (const company of blacklisted)
    yield {
      key: `black ${company}`,
      kind: 'shell.search.blacklist',
      title: groupNumber(digits),
      hint: `#${company}`,
      to: '/blacklist',
      search: { company },
    };
}

function* partnerItems({ messages, dispatches, companies, senders, keys }: Found): Generator<FoundItem> {
  for (const { messageUuid, destination, companyName, externalId, state, createdAt } of messages)
    yield {
      key: messageUuid,
      at: createdAt,
      state: `shell.state.${state}`,
      kind: 'shell.search.message',
      title: groupNumber(destination),
      hint: [companyName, externalId].filter((part) => part !== null).join(' · '),
      to: `/messages/${messageUuid}`,
    };
  for (const { id, name, companyName, createdAt } of dispatches)
    yield {
      key: `dispatch ${id}`,
      at: createdAt,
      kind: 'shell.search.dispatch',
      title: name,
      hint: `#${id} · ${companyName}`,
      to: `/dispatches/${id}`,
    };
  for (const { id, name, inn } of companies)
    yield { key: `company ${id}`, kind: 'shell.search.company', title: name, hint: inn, to: `/companies/${id}` };
  for (const { id, senderName, brand, companyName } of senders)
    yield {
      key: `sender ${id}`,
      kind: 'shell.search.sender',
      title: senderName,
      brand,
      hint: companyName,
      to: `/senders/${id}`,
    };
  for (const { keyId, name, companyId, companyName } of keys)
    yield {
      key: `key ${keyId}`,
      kind: 'shell.search.key',
      title: name,
      hint: companyName,
      to: '/developers/keys',
      search: { company: companyId },
    };
}

function* staffItems({ messages, companies, partners }: Found): Generator<FoundItem> {
  for (const { messageUuid, destination, companyName } of messages)
    yield {
      key: messageUuid,
      kind: 'shell.search.message',
      title: groupNumber(destination),
      hint: companyName,
      to: '/bo/messages',
      search: { uuid: messageUuid },
    };
  for (const { id, name, inn } of companies)
    yield {
      key: `company ${id}`,
      kind: 'shell.search.company',
      title: name,
      hint: inn,
      to: `/bo/companies/${id}`,
    };
  for (const { id, login } of partners)
    yield {
      key: `partner ${id}`,
      kind: 'shell.search.partner',
      title: login,
      hint: `#${id}`,
      to: '/bo/companies',
      search: { partnerId: id },
    };
}

const RECENT_MAX = 6;

/** Moves the chosen item to the front. */
export function withRecent(recent: readonly FoundItem[], chosen: FoundItem): FoundItem[] {
  return [chosen, ...recent.filter(({ key }) => key !== chosen.key)].slice(0, RECENT_MAX);
}

/** Another version of the page may have stored other shapes: items that do not fit are dropped. */
export function readRecent(text: string | undefined): FoundItem[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isItem).slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

function isItem(value: unknown): value is FoundItem {
  if (typeof value !== 'object' || value === null) return false;
  const item = value as Partial<Record<keyof FoundItem, unknown>>; // each member is looked at below
  const texts = [item.key, item.kind, item.title, item.hint, item.to];
  return texts.every((text) => typeof text === 'string') && String(item.kind).startsWith('shell.');
}
