// Outcome of a valid message: forced by a sandbox number, else by the scenario of the channel.

import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { happens, type Random } from '../random.ts';
import type { ChannelScenario } from './channel-scenario.ts';

export type StatusName = 'delivered' | 'read' | 'undelivered';
export type PlannedStatus = { status: StatusName; delayMs: number; code?: number };

export type ChannelOutcome =
  | { kind: 'refused'; code: number }
  | { kind: 'accepted'; statuses: PlannedStatus[]; answersBack: boolean };

const FAILS = 16;

/** The provider fails at this number; its reserve does not. */
export const failsAt = (destination: string): boolean => sandboxNumber(destination)?.outcome === FAILS;

const accepted = (...statuses: PlannedStatus[]): ChannelOutcome => ({ kind: 'accepted', statuses, answersBack: false });
const delivered = (delayMs: number): PlannedStatus => ({ status: 'delivered', delayMs });

/** By the last two digits of a sandbox number; unlisted ones behave like ordinary numbers. */
function forced(outcome: number, readDelayMs: number): ChannelOutcome | undefined {
  switch (outcome) {
    case 0:
      return accepted(delivered(0));
    case 1:
      return accepted(delivered(5_000));
    case 2:
      return accepted();
    case 3:
      return { kind: 'refused', code: ERROR.destinationRestricted };
    case 4:
      return accepted(delivered(0), { status: 'read', delayMs: readDelayMs });
    case 5:
      return accepted(delivered(0));
    case 7:
      return { kind: 'accepted', statuses: [delivered(0)], answersBack: true };
    case 9:
      return { kind: 'refused', code: ERROR.senderUnavailable };
    // Paid only on delivery: its final price is below the reserve.
    case 10:
      return accepted({ status: 'undelivered', delayMs: 0, code: ERROR.subscriberAbsent });
    case 11:
      return accepted(delivered(600_000));
    default:
      return undefined;
  }
}

export function channelOutcomeOf(
  destination: string,
  scenario: ChannelScenario,
  hasReads: boolean,
  random: Random,
): ChannelOutcome {
  const sandbox = sandboxNumber(destination);
  const byNumber = sandbox === undefined ? undefined : forced(sandbox.outcome, scenario.readDelayMs);
  if (byNumber !== undefined) return withoutReads(byNumber, hasReads);
  if (happens(random, scenario.refusedPercent)) return { kind: 'refused', code: scenario.refusedCode };
  if (happens(random, scenario.noStatusPercent)) return accepted();
  const { statusDelayMs, readDelayMs, undeliveredCode } = scenario;
  if (happens(random, scenario.undeliveredPercent))
    return accepted({ status: 'undelivered', delayMs: statusDelayMs, code: undeliveredCode });
  const first = delivered(statusDelayMs);
  const read: PlannedStatus = { status: 'read', delayMs: statusDelayMs + readDelayMs };
  if (!hasReads || !happens(random, scenario.readPercent)) return accepted(first);
  if (happens(random, scenario.readOnlyPercent)) return accepted(read);
  return happens(random, scenario.outOfOrderPercent)
    ? accepted({ ...read, delayMs: first.delayMs }, { ...first, delayMs: read.delayMs })
    : accepted(first, read);
}

function withoutReads(outcome: ChannelOutcome, hasReads: boolean): ChannelOutcome {
  if (hasReads || outcome.kind === 'refused') return outcome;
  return { ...outcome, statuses: outcome.statuses.filter(({ status }) => status !== 'read') };
}
