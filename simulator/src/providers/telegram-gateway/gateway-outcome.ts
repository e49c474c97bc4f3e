// Outcome of a code: forced by a sandbox number, else by the scenario.
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { happens, type Random } from '../../random.ts';
import type { GatewayScenario } from './gateway-scenario.ts';

export type GatewayOutcome =
  /** The error of the check. */
  | { kind: 'refused'; error: string }
  | {
      kind: 'sent';
      /** Undefined: the message expires. */
      deliveredAfterMs: number | undefined;
      readAfterMs?: number;
      /** The first check of the number is answered with FLOOD_WAIT. */
      floodsOnce?: true;
      /** The answer to the send is lost. */
      losesAnswer?: true;
      expiresAtOnce?: true;
    };

const delivered = (deliveredAfterMs: number): GatewayOutcome => ({ kind: 'sent', deliveredAfterMs });
const refused = (error: string): GatewayOutcome => ({ kind: 'refused', error });
const never = undefined;

/** By the last two digits of a sandbox number; unlisted ones behave like ordinary numbers. */
const forced = new Map<number, GatewayOutcome>([
  [0, delivered(0)],
  [1, delivered(5_000)],
  [2, { kind: 'sent', deliveredAfterMs: never }],
  [3, refused('PHONE_NUMBER_NOT_AVAILABLE')],
  [4, { kind: 'sent', deliveredAfterMs: 0, readAfterMs: 200 }],
  [5, delivered(0)],
  [9, refused('PHONE_NUMBER_NOT_AVAILABLE')],
  [10, { kind: 'sent', deliveredAfterMs: never, expiresAtOnce: true }],
  [11, delivered(600_000)],
  [12, refused('PHONE_NUMBER_NOT_FOUND')],
  [14, { kind: 'sent', deliveredAfterMs: 0, floodsOnce: true }],
  [15, { kind: 'sent', deliveredAfterMs: 0, losesAnswer: true }],
]);

/** `digits`: the number without its plus. */
export function gatewayOutcomeOf(digits: string, scenario: GatewayScenario, random: Random): GatewayOutcome {
  const sandbox = sandboxNumber(digits);
  const byNumber = sandbox === undefined ? undefined : forced.get(sandbox.outcome);
  if (byNumber !== undefined) return byNumber;
  if (happens(random, scenario.noAccountPercent)) return refused('PHONE_NUMBER_NOT_FOUND');
  if (happens(random, scenario.undeliveredPercent)) return { kind: 'sent', deliveredAfterMs: never };
  const { deliveryDelayMs, readDelayMs, readPercent } = scenario;
  return {
    kind: 'sent',
    deliveredAfterMs: deliveryDelayMs,
    ...(happens(random, readPercent) && { readAfterMs: deliveryDelayMs + readDelayMs }),
  };
}
