// Outcome of a message to an aggregator: forced by a sandbox number, else by the scenario.
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { happens, type Random } from '../../random.ts';
import type { PartnerScenario } from './partner-scenario.ts';

/** no-account: the number is not at the messenger. blocked: the person wants no messages of businesses. */
export type PartnerFailure = 'expired' | 'no-account' | 'blocked';

export type PartnerOutcome =
  | { kind: 'refused'; what: 'number' | 'sender' }
  /** Every try is answered with 503. */
  | { kind: 'failing' }
  | {
      kind: 'taken';
      /** Undefined: no report follows, or the failure. */
      deliveredAfterMs?: number;
      readAfterMs?: number;
      failure?: PartnerFailure;
      /** The first try is answered with 429. */
      throttlesOnce?: true;
      /** The first answer is lost. */
      losesAnswer?: true;
    };

const delivered = (deliveredAfterMs: number): PartnerOutcome => ({ kind: 'taken', deliveredAfterMs });
const failed = (failure: PartnerFailure): PartnerOutcome => ({ kind: 'taken', failure });

/** By the last two digits of a sandbox number; unlisted ones behave like ordinary numbers. */
const forced = new Map<number, PartnerOutcome>([
  [0, delivered(0)],
  [1, delivered(5_000)],
  [2, { kind: 'taken' }],
  [3, { kind: 'refused', what: 'number' }],
  [4, { kind: 'taken', deliveredAfterMs: 0, readAfterMs: 200 }],
  [5, delivered(0)],
  [9, { kind: 'refused', what: 'sender' }],
  [10, failed('expired')],
  [11, delivered(600_000)],
  [12, failed('no-account')],
  [13, failed('blocked')],
  [14, { kind: 'taken', deliveredAfterMs: 0, throttlesOnce: true }],
  [15, { kind: 'taken', deliveredAfterMs: 0, losesAnswer: true }],
  [16, { kind: 'failing' }],
]);

export function partnerOutcomeOf(number: string, scenario: PartnerScenario, random: Random): PartnerOutcome {
  const sandbox = sandboxNumber(number);
  const byNumber = sandbox === undefined ? undefined : forced.get(sandbox.outcome);
  if (byNumber !== undefined) return byNumber;
  if (happens(random, scenario.undeliveredPercent)) return failed('expired');
  const { deliveryDelayMs, readDelayMs, readPercent } = scenario;
  return {
    kind: 'taken',
    deliveredAfterMs: deliveryDelayMs,
    ...(happens(random, readPercent) && { readAfterMs: deliveryDelayMs + readDelayMs }),
  };
}
