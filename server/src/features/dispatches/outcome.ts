// What a connector reports of a batch: per message the operator's ids or an error; of the rest, why it was left.
import type { TrafficType } from '@volley/domain/tariff.ts';

export type Outcome = {
  readonly batchId: string;
  readonly attempt: number;
  readonly linkId: number;
  /** The operator's account that took the messages; outcomes of the version before carry none. */
  readonly accountId?: number;
  /** The operator confirms one part of a long message, for the whole. */
  readonly oneReceipt?: true;
  readonly trafficType: TrafficType;
  /** Business time at which the last answer came. */
  readonly atMs: number;
  readonly sent: readonly (readonly [messageId: string, operatorIds: readonly string[]])[];
  readonly failed: readonly (readonly [messageId: string, errorCode: number])[];
  /** none: nothing is left. doubt: answers were lost. held: the sender name was suspended. link: the link went away first, or its hours were over. */
  readonly rest: 'none' | 'doubt' | 'held' | 'link';
};

export const packOutcome = (outcome: Outcome): Uint8Array => Buffer.from(JSON.stringify(outcome));

/** Written by packOutcome of the same product. */
export const unpackOutcome = (payload: Uint8Array): Outcome =>
  JSON.parse(Buffer.from(payload).toString('utf8')) as Outcome;
