// Outcome of a valid submit: forced by a sandbox number, else by the scenario of the account.
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { commandStatus } from '@volley/smpp/codec/commands.ts';
import type { ReceiptState } from '@volley/smpp/texts/receipt-states.ts';
import { happens, type Random } from './random.ts';
import type { Scenario } from './scenario.ts';
import { refusal } from './submit-check.ts';

export type Outcome = {
  /** command_status of the answer. */
  status: number;
  /** Undefined: no receipt is sent. */
  receipt: { state: ReceiptState; errorCode: number; delayMs: number } | undefined;
};

const delivered = (delayMs: number): Outcome => ({
  status: 0,
  receipt: { state: 'DELIVRD', errorCode: 0, delayMs },
});
const refused = (status: number): Outcome => ({ status, receipt: undefined });

const deliveredAtOnce = delivered(0);

/** By the last two digits of a sandbox number; unlisted ones are delivered like ordinary numbers. */
const forced = new Map<number, Outcome>([
  [0, deliveredAtOnce],
  [1, delivered(5_000)],
  [2, { status: 0, receipt: undefined }],
  [3, refused(refusal.direction)],
  [9, refused(commandStatus.invalidSourceAddress)],
  [11, delivered(600_000)],
]);

export function outcomeOf(destination: string, scenario: Scenario, random: Random): Outcome {
  const sandbox = sandboxNumber(destination);
  const byNumber = sandbox === undefined ? undefined : forced.get(sandbox.outcome);
  if (byNumber !== undefined) return byNumber;
  if (happens(random, scenario.queueFullPercent)) return refused(commandStatus.messageQueueFull);
  if (happens(random, scenario.refusedPercent)) return refused(scenario.refusedStatus);
  if (happens(random, scenario.noReceiptPercent)) return { status: 0, receipt: undefined };
  const delayMs = delayOf(scenario, random);
  if (happens(random, scenario.undeliveredPercent)) {
    return { status: 0, receipt: { state: 'UNDELIV', errorCode: scenario.undeliveredError, delayMs } };
  }
  return delayMs === 0 ? deliveredAtOnce : delivered(delayMs);
}

function delayOf(scenario: Scenario, random: Random): number {
  const { receiptDelayForm, receiptDelayMinMs: min, receiptDelayMeanMs: mean, receiptDelayMaxMs: max } = scenario;
  if (max <= min) return min;
  if (receiptDelayForm === 'log-normal') return logNormal(Math.max(1, min), max, random);
  const over = -Math.log(1 - random()) * Math.max(0, mean - min);
  return Math.min(max, min + over);
}

/** The limits lie two standard deviations from the middle; five of a hundred values are moved to them. */
function logNormal(min: number, max: number, random: Random): number {
  const deviations = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const ratio = (max / min) ** (deviations / 4);
  return Math.min(max, Math.max(min, Math.sqrt(min * max) * ratio));
}
