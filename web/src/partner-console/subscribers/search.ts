// URL parameters of the list of a bot's subscribers.
import { SUBSCRIBER_ID_LENGTH_MAX } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBER_STATUSES, type SubscriberStatus } from '@volley/domain/subscribers/subscriber-status.ts';

export type SubscriberSearch = {
  readonly number?: string;
  readonly subscriber?: string;
  readonly status?: SubscriberStatus;
  readonly page?: number;
};

const NUMBER_LENGTH_MAX = 64;

// The router merges this over the raw URL, so rejected members must be present as undefined.
export function subscriberSearch(raw: Record<string, unknown>): SubscriberSearch {
  const page = Number(raw['page']);
  return {
    number: textIn(raw['number'], NUMBER_LENGTH_MAX),
    subscriber: textIn(raw['subscriber'], SUBSCRIBER_ID_LENGTH_MAX),
    status: SUBSCRIBER_STATUSES.find((status) => status === raw['status']),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  };
}

/** The router reads a value of digits as a number. */
function textIn(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
  const text = String(value).trim();
  return text === '' || text.length > lengthMax ? undefined : text;
}
