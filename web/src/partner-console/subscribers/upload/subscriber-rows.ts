// Reads the rows of a file of subscribers: an id of the messenger, a phone number and optional tags; for an app a
// token, a number, a provider and tags. Columns are found by their titles; a file without titles has them in this
// order.
import { type PhoneProblem, readPhone } from '@volley/domain/numbers/written-phone.ts';
import { PUSH_PROVIDERS, type PushProvider, tokenProblem } from '@volley/domain/subscribers/push-device.ts';
import {
  hasDevices,
  type SubscriberChannel,
  subscriberIdProblem,
} from '@volley/domain/subscribers/subscriber-channel.ts';
import { guessHeader, PHONE_NAME } from '../../new-dispatch/file/columns.ts';

export type SubscriberColumns = {
  readonly hasHeader: boolean;
  readonly id: number;
  readonly phone: number;
  readonly tags: number | null;
  /** In files of apps. */
  readonly provider?: number;
};

const ID_NAME =
  /^((subscriber|chat|user|telegram|tg|vk|viber|device)[_ ]?)?id$|^((device|push)[_ ]?)?token$|^ид$|^токен$/i;
const PROVIDER_NAME = /^(push[_ ]?)?provider$|^провайдер$/i;
const TAGS_NAME = /^(tags?|теги?|метк[аи])$/i;
const IN_ORDER: SubscriberColumns = { hasHeader: false, id: 0, phone: 1, tags: 2 };
const APP_IN_ORDER: SubscriberColumns = { hasHeader: false, id: 0, phone: 1, provider: 2, tags: 3 };

/** Undefined: the first row has titles that are not known. */
export function findColumns(
  records: readonly (readonly string[])[],
  channel: SubscriberChannel,
): SubscriberColumns | undefined {
  const titles = (records[0] ?? []).map((title) => title.trim());
  const id = titles.findIndex((title) => ID_NAME.test(title));
  const phone = titles.findIndex((title) => PHONE_NAME.test(title));
  const isApp = hasDevices(channel);
  const provider = titles.findIndex((title) => PROVIDER_NAME.test(title));
  if (id < 0 || phone < 0 || (isApp && provider < 0)) {
    if (guessHeader(records)) return undefined;
    return isApp ? APP_IN_ORDER : IN_ORDER;
  }
  const tags = titles.findIndex((title) => TAGS_NAME.test(title));
  return { hasHeader: true, id, phone, tags: tags < 0 ? null : tags, ...(isApp && { provider }) };
}

export type SubscriberItem = {
  readonly subscriberId: string;
  readonly provider?: PushProvider;
  readonly destination: string;
  readonly tags?: string[];
};

export const ROW_FAULTS = [
  'id-empty',
  'id-form',
  'id-long',
  'token-empty',
  'token-long',
  'token-form',
  'provider',
  'tag-form',
  'tags-many',
] as const;
export type RowFault = PhoneProblem | (typeof ROW_FAULTS)[number];

export type ReadRow =
  | { readonly item: SubscriberItem; readonly addedSeven: boolean }
  | { readonly fault: RowFault; readonly value: string };

const TAG = /^\w{1,64}$/;
const TAGS_MAX = 10;

export function readSubscriber(
  fields: readonly string[],
  columns: SubscriberColumns,
  channel: SubscriberChannel,
): ReadRow {
  const subscriberId = (fields[columns.id] ?? '').trim();
  if (subscriberId === '') return { fault: hasDevices(channel) ? 'token-empty' : 'id-empty', value: '' };
  const named = readProvider(fields, columns, channel);
  const fault = idFault(channel, subscriberId, named?.provider);
  if (fault !== undefined) return { fault, value: subscriberId };
  if (named === undefined) return { fault: 'provider', value: fields[columns.provider ?? -1] ?? '' };
  const written = fields[columns.phone] ?? '';
  const phone = readPhone(written);
  if ('problem' in phone) return { fault: phone.problem, value: written };
  const { digits: destination, addedSeven = false } = phone;
  const tags = tagsIn(columns.tags === null ? '' : (fields[columns.tags] ?? ''));
  const wrong = tags.find((tag) => !TAG.test(tag));
  if (wrong !== undefined) return { fault: 'tag-form', value: wrong };
  if (tags.length > TAGS_MAX) return { fault: 'tags-many', value: tags.join(' ') };
  // Without a tag in the file, a known subscriber keeps its tags.
  return { item: { subscriberId, ...named, destination, ...(tags.length > 0 && { tags }) }, addedSeven };
}

/** Undefined: the row of an app names no known provider. */
function readProvider(
  fields: readonly string[],
  { provider: column }: SubscriberColumns,
  channel: SubscriberChannel,
): { readonly provider?: PushProvider } | undefined {
  if (!hasDevices(channel)) return {};
  const written = (fields[column ?? -1] ?? '')
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  const provider = PUSH_PROVIDERS.find((known) => known === written);
  return provider && { provider };
}

function idFault(channel: SubscriberChannel, id: string, provider: PushProvider | undefined): RowFault | undefined {
  const problem = subscriberIdProblem(channel, id);
  if (problem?.code === 'too-long') return hasDevices(channel) ? 'token-long' : 'id-long';
  if (problem !== undefined) return 'id-form';
  return provider !== undefined && tokenProblem(provider, id) !== undefined ? 'token-form' : undefined;
}

const tagsIn = (cell: string) => [...new Set(cell.split(/[\s,;|]+/).filter((tag) => tag !== ''))];
