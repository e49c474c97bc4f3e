// What a connector reports of a batch, piece by piece: per message the operator's ids or an error; with the last piece,
// why the rest was left.
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
  /** Business time at which the last of these answers came. */
  readonly atMs: number;
  readonly sent: readonly (readonly [messageId: string, operatorIds: readonly string[]])[];
  readonly failed: readonly (readonly [messageId: string, errorCode: number])[];
  /**
   * open: more comes. none: nothing is left. doubt: answers were lost. held: the sender name was suspended. link: the
   * link went away first, or its hours were over.
   */
  readonly rest: 'open' | 'none' | 'doubt' | 'held' | 'link';
  /** With the end: how many messages no piece names. More that are not sent mean that the broker has lost a piece. */
  readonly left?: number;
  /** With the end: the link has used up its tries on what is left, and another one may do better. */
  readonly elsewhere?: true;
  /** With the end: from this number on nothing was handed out. */
  readonly untouchedFrom?: number;
};

/** Who reads outcomes from the bus. */
export const RECORDER = 'recorder';

export const packOutcomes = (outcomes: readonly Outcome[]): Uint8Array => Buffer.from(JSON.stringify(outcomes));

/** Written by packOutcomes of the same product, or by the version before, which told one whole batch at a time. */
export function unpackOutcomes(payload: Uint8Array): readonly Outcome[] {
  const told = JSON.parse(Buffer.from(payload).toString('utf8')) as Outcome | readonly Outcome[];
  return Array.isArray(told) ? told : [told as Outcome];
}
