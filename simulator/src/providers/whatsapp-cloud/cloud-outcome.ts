// Outcome of an accepted message: forced by a sandbox number, else by the scenario.
import { sandboxNumber } from '@volley/domain/numbers/phone-number.ts';
import { happens, type Random } from '../../random.ts';
import type { CloudScenario } from './cloud-scenario.ts';

export type PlannedStatus = { status: 'sent' | 'delivered' | 'read' | 'failed'; delayMs: number; code?: number };

export type CloudOutcome = {
  statuses: readonly PlannedStatus[];
  /** The first message is answered with this code. */
  refusedOnce?: number;
  /** Every message is answered with this code. */
  refused?: number;
  losesAnswer?: true;
  /** The person writes an answer. */
  answersBack?: true;
};

const noAccount = 131_026;
const optedOut = 131_050;
const pairLimit = 131_056;
const wentWrong = 131_000;

const sent: PlannedStatus = { status: 'sent', delayMs: 0 };
const delivered = (delayMs: number): PlannedStatus => ({ status: 'delivered', delayMs });
const failed = (code: number, delayMs = 0): PlannedStatus => ({ status: 'failed', delayMs, code });
const normal = { statuses: [sent, delivered(0)] };

/** By the last two digits of a sandbox number; unlisted ones behave like ordinary numbers. */
function forced(outcome: number, { readDelayMs, failedCode }: CloudScenario): CloudOutcome | undefined {
  switch (outcome) {
    case 0:
    case 5:
      return normal;
    case 1:
      return { statuses: [sent, delivered(5_000)] };
    case 2:
      return { statuses: [sent] };
    case 4:
      return { statuses: [sent, delivered(0), { status: 'read', delayMs: readDelayMs }] };
    case 7:
      return { ...normal, answersBack: true };
    case 10:
      return { statuses: [sent, failed(failedCode, 50)] };
    case 11:
      return { statuses: [sent, delivered(600_000)] };
    case 12:
      return { statuses: [failed(noAccount)] };
    case 13:
      return { statuses: [failed(optedOut)] };
    case 14:
      return { ...normal, refusedOnce: pairLimit };
    case 15:
      return { ...normal, losesAnswer: true };
    case 16:
      return { statuses: [], refused: wentWrong };
    default:
      return undefined;
  }
}

export function cloudOutcomeOf(to: string, scenario: CloudScenario, random: Random): CloudOutcome {
  const sandbox = sandboxNumber(to);
  const byNumber = sandbox === undefined ? undefined : forced(sandbox.outcome, scenario);
  if (byNumber !== undefined) return byNumber;
  const { deliveryDelayMs, readDelayMs, failedCode } = scenario;
  if (happens(random, scenario.noAccountPercent)) return { statuses: [failed(noAccount)] };
  if (happens(random, scenario.failedAfterSentPercent))
    return { statuses: [sent, failed(failedCode, deliveryDelayMs)] };
  const first = delivered(deliveryDelayMs);
  if (!happens(random, scenario.readPercent)) return { statuses: [sent, first] };
  const read: PlannedStatus = { status: 'read', delayMs: deliveryDelayMs + readDelayMs };
  if (happens(random, scenario.readOnlyPercent)) return { statuses: [sent, read] };
  return happens(random, scenario.outOfOrderPercent)
    ? { statuses: [{ ...read, delayMs: first.delayMs }, { ...first, delayMs: read.delayMs }, sent] }
    : { statuses: [sent, first, read] };
}

/** Outside the session a message other than a template is accepted, and fails. */
export const outsideSession: CloudOutcome = { statuses: [failed(131_047)] };
