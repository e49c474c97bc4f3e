// The life of an alert, decided once per round.
//
// | condition          | announced | step                                                        |
// |--------------------|-----------|-------------------------------------------------------------|
// | holds              | no        | OPENED after the hold of its rule, then it is announced      |
// | holds              | yes       | REMINDER when the last notice is as old as the reminder time |
// | gone before hold   | no        | forgotten                                                    |
// | gone, not quiet    | any       | wait: a condition that comes and goes is one alert           |
// | gone, quiet        | yes       | RECOVERED, closed                                            |
// | gone, quiet        | no        | closed                                                       |
//
// A silenced alert gets no notice but otherwise lives on. A notice that no contact wants is not made, so that a contact
// that is added later learns of the alert.
import { ALERT_RULES, type AlertRule } from './alert-rule.ts';

export const ALERT_EVENTS = ['OPENED', 'REMINDER', 'RECOVERED'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

export type LivingAlert = {
  readonly rule: AlertRule;
  readonly since: Date;
  readonly lastSeenAt: Date;
  /** Last notice; null: not announced. */
  readonly notifiedAt: Date | null;
};

export type AlertStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'notify'; readonly event: 'OPENED' | 'REMINDER' }
  | { readonly kind: 'close'; readonly announce: boolean }
  | { readonly kind: 'forget' };

export type RoundSettings = {
  readonly now: Date;
  readonly reminderMs: number;
  /** A contact gets notices of this severity, and no silence holds. */
  readonly isWanted: boolean;
  /** The last group of notices is old enough. */
  readonly mayGroup: boolean;
};

/** A condition that is gone for this long has ended. */
export const QUIET_MS = 120_000;
/** Least time between two groups of notices. */
export const GROUP_MS = 60_000;

const WAIT: AlertStep = { kind: 'wait' };

export function nextStep(alert: LivingAlert, round: RoundSettings): AlertStep {
  const { now, reminderMs, isWanted, mayGroup } = round;
  if (alert.lastSeenAt < now) return endOf(alert, round);
  if (!isWanted || !mayGroup) return WAIT;
  if (alert.notifiedAt === null) return isHeld(alert) ? { kind: 'notify', event: 'OPENED' } : WAIT;
  const isDue = now.getTime() - alert.notifiedAt.getTime() >= reminderMs;
  return isDue ? { kind: 'notify', event: 'REMINDER' } : WAIT;
}

function endOf(alert: LivingAlert, { now, isWanted, mayGroup }: RoundSettings): AlertStep {
  if (alert.notifiedAt === null && !isHeld(alert)) return { kind: 'forget' };
  if (now.getTime() - alert.lastSeenAt.getTime() < QUIET_MS) return WAIT;
  if (alert.notifiedAt === null || !isWanted) return { kind: 'close', announce: false };
  return mayGroup ? { kind: 'close', announce: true } : WAIT;
}

/** The condition lasted for the hold of its rule. */
function isHeld({ rule, since, lastSeenAt }: LivingAlert): boolean {
  return lastSeenAt.getTime() - since.getTime() >= ALERT_RULES[rule].holdSeconds * 1_000;
}
