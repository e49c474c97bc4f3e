// Life cycle of a batch of messages. The numbers are stored in the database: never renumber.
export const BATCH_STATES = {
  /** Cut from its strand, not yet claimed by a connector. */
  claimed: 0,
  /** Held by a connector; its messages may be on the wire. */
  inFlight: 1,
  /** Held, without a link, or in doubt. */
  waiting: 2,
  /** The operator answered for every message. */
  handedOver: 3,
} as const;
