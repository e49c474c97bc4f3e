// Reads the rows of a file of subscribers: an id of the messenger, a phone number and optional tags. Columns are found
// by their titles; a file without titles has them in this order.
import { type PhoneProblem, readPhone } from '@volley/domain/numbers/written-phone.ts';
import {
  SUBSCRIBER_ID_LENGTH_MAX,
  type SubscriberChannel,
  subscriberIdProblem,
} from '@volley/domain/subscribers/subscriber-channel.ts';
import { guessHeader, PHONE_NAME } from '../../new-dispatch/file/columns.ts';

export type SubscriberColumns = {
  readonly hasHeader: boolean;
  readonly id: number;
  readonly phone: number;
  readonly tags: number | null;
};

const ID_NAME = /^((subscriber|chat|user|telegram|tg|vk|viber)[_ ]?)?id$|^ид$/i;
const TAGS_NAME = /^(tags?|теги?|метк[аи])$/i;
const IN_ORDER: SubscriberColumns = { hasHeader: false, id: 0, phone: 1, tags: 2 };

/** Undefined: the first row has titles that are not known. */
export function findColumns(records: readonly (readonly string[])[]): SubscriberColumns | undefined {
  const titles = (records[0] ?? []).map((title) => title.trim());
  const id = titles.findIndex((title) => ID_NAME.test(title));
  const phone = titles.findIndex((title) => PHONE_NAME.test(title));
  if (id < 0 || phone < 0) return guessHeader(records) ? undefined : IN_ORDER;
  const tags = titles.findIndex((title) => TAGS_NAME.test(title));
  return { hasHeader: true, id, phone, tags: tags < 0 ? null : tags };
}

export type SubscriberItem = {
  readonly subscriberId: string;
  readonly destination: string;
  readonly tags?: string[];
};

export const ROW_FAULTS = ['id-empty', 'id-form', 'id-long', 'tag-form', 'tags-many'] as const;
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
  if (subscriberId === '') return { fault: 'id-empty', value: '' };
  if (subscriberId.length > SUBSCRIBER_ID_LENGTH_MAX) return { fault: 'id-long', value: subscriberId };
  if (subscriberIdProblem(channel, subscriberId) !== undefined) return { fault: 'id-form', value: subscriberId };
  const written = fields[columns.phone] ?? '';
  const phone = readPhone(written);
  if ('problem' in phone) return { fault: phone.problem, value: written };
  const { digits: destination, addedSeven = false } = phone;
  const tags = tagsIn(columns.tags === null ? '' : (fields[columns.tags] ?? ''));
  const wrong = tags.find((tag) => !TAG.test(tag));
  if (wrong !== undefined) return { fault: 'tag-form', value: wrong };
  if (tags.length > TAGS_MAX) return { fault: 'tags-many', value: tags.join(' ') };
  // Without a tag in the file, a known subscriber keeps its tags.
  return { item: { subscriberId, destination, ...(tags.length > 0 && { tags }) }, addedSeven };
}

const tagsIn = (cell: string) => [...new Set(cell.split(/[\s,;|]+/).filter((tag) => tag !== ''))];
