// A connector reports the outcome of a batch in pieces: the ids of the operator or an error per message. The last piece
// says why the remaining messages were not sent.
import type { SaidCost } from '@volley/domain/money/message-cost.ts';
import type { TrafficType } from '@volley/domain/money/tariff.ts';

export type Outcome = {
  readonly batchId: string;
  readonly attempt: number;
  readonly linkId: number;
  /** The account at the operator that took the messages; outcomes of the previous version carry none. */
  readonly accountId?: number;
  /** The operator sends one receipt for all parts of a long message. */
  readonly oneReceipt?: true;
  /** The provider reports no delivery: messages that it has accepted count as delivered. */
  readonly noReceipts?: true;
  /** The provider names its charge in answers or reports, so the prices of routes do not count. */
  readonly saysCost?: true;
  readonly trafficType: TrafficType;
  /** Business time of the last of these answers. */
  readonly atMs: number;
  /** `cost`: the provider's word about its charge. */
  readonly sent: readonly (readonly [messageId: string, operatorIds: readonly string[], cost?: SaidCost])[];
  /**
   * `providerCode`: the provider's own code; absent if this service failed the message, and in the previous version.
   */
  readonly failed: readonly (readonly [messageId: string, errorCode: number, providerCode?: string])[];
  /**
   * open: more pieces follow. none: no message remains. doubt: answers were lost. held: the sender name was suspended.
   * link: the link closed, or the schedule closed.
   */
  readonly rest: 'open' | 'none' | 'doubt' | 'held' | 'link';
  /** In the last piece: messages that no piece names. A higher count of unsent messages means a lost piece. */
  readonly left?: number;
  /** In the last piece: the link has used up its tries for the remaining messages; another link may succeed. */
  readonly elsewhere?: true;
  /** In the last piece: messages from this position on were not handed out. */
  readonly untouchedFrom?: number;
};

/** Consumer of outcomes on the bus. */
export const RECORDER = 'recorder';

export const packOutcomes = (outcomes: readonly Outcome[]): Uint8Array => Buffer.from(JSON.stringify(outcomes));

/** Written by packOutcomes; the previous version wrote a single outcome. */
export function unpackOutcomes(payload: Uint8Array): readonly Outcome[] {
  const parsed = JSON.parse(Buffer.from(payload).toString('utf8')) as Outcome | readonly Outcome[];
  return Array.isArray(parsed) ? parsed : [parsed as Outcome];
}
