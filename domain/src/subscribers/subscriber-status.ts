export const SUBSCRIBER_STATUSES = [
  'ACTIVE',
  'STOPPED', // the person stopped or blocked the bot; only the person ends this
  'GONE', // the messenger does not know the id any more
] as const;

export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

/** Stored in the database: never renumber. */
export const SUBSCRIBER_STATUS_CODES = {
  ACTIVE: 1,
  STOPPED: 2,
  GONE: 3,
} as const satisfies Record<SubscriberStatus, number>;

export const SUBSCRIBER_SOURCES = ['UPLOAD', 'BOT'] as const;

export type SubscriberSource = (typeof SUBSCRIBER_SOURCES)[number];

/** Stored in the database: never renumber. */
export const SUBSCRIBER_SOURCE_CODES = { UPLOAD: 1, BOT: 2 } as const satisfies Record<SubscriberSource, number>;

/** Per sender name, in any status. */
export const SUBSCRIBERS_MAX = 10_000_000;
