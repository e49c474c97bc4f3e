// Limits against SMS pumping (fraud that earns by the calls and texts of codes). Counters per number, address and day
// live in the database and survive restarts. Refused requests do not count. Abuse never blocks other subscribers:
// numbers near pumped ones, and numbers with many wrong codes, become suspect, which makes the admission to widgets
// stricter and raises an alarm.
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import {
  ADDRESS_WINDOW_SECONDS,
  countingDay,
  isSeldomEntered,
  NUMBER_WINDOW_SECONDS,
  numberPrefix,
  PREFIX_WINDOW_SECONDS,
  SUSPECT_SECONDS,
  WRONG_CHECKS_MAX,
  waitSeconds,
} from '@volley/domain/verification/verification-limit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Profile } from '../profiles/profile.ts';
import {
  type CountedRate,
  claimDays,
  claimRates,
  countSent,
  type DayCap,
  type DayShare,
  isDayStopped,
  isSuspected,
  markDay,
  markSuspected,
  type StopCause,
  selectDayShares,
  selectTimes,
  selectWrongs,
} from './limits.sql.ts';

type Secrets = Pick<Platform, 'secrets'>;

/** A stop by the day's cap, for the alarm. */
type Stop = {
  readonly cause: StopCause;
  readonly gatewayId: string;
  readonly subject: string;
  readonly day: string;
};

export class PumpingStop extends Refusal {
  readonly stop: Stop;

  constructor(stop: Stop, retryAfterSeconds: number) {
    super('too-many-requests', { retryAfterSeconds });
    this.stop = stop;
  }
}

/** A prefix of numbers that may be pumped. */
export type Suspicion = { readonly gatewayId: string; readonly prefix: string; readonly day: string };

/** Claims one code to this number within its pause and rate. Returns the prefix if it becomes suspect today. */
export async function claimNumber(
  tx: Tx,
  { secrets }: Secrets,
  profile: Profile,
  destination: string,
): Promise<Suspicion | undefined> {
  await claim(tx, profile, [numberRate(secrets, profile, destination)]);
  const { gatewayId } = profile;
  const [prefix, { day }] = [numberPrefix(destination), countingDay(tx.now)];
  const isCrowded = (await claimRates(tx, profile, [prefixRate(profile, prefix)])).length === 0;
  const before = await countSent(tx, profile, { prefix, day });
  if (!isCrowded && !isSeldomEntered(before, profile)) return undefined;
  await markSuspected(tx, gatewayId, { prefix, day });
  return before.suspectedAt === null ? { gatewayId, prefix, day } : undefined;
}

/** Call after COMMIT: raises the alarm, once per prefix and day. */
export function recordSuspicion({ log, metrics }: Pick<Platform, 'log' | 'metrics'>, suspicion: Suspicion): void {
  metrics.count('volley_verification_suspicions_total');
  log.warn(suspicion, 'codes to a prefix are suspect');
}

/** True: too many wrong codes for this number today; the company's codes to it get harder to guess. */
export async function isGuarded(tx: Tx, { secrets }: Secrets, companyId: number, destination: string) {
  const { day } = countingDay(tx.now);
  return (await selectWrongs(tx, { companyId, numberMac: numberMac(secrets, destination), day })) >= WRONG_CHECKS_MAX;
}

/** True: a code to this number needs a stronger proof. */
export async function isSuspect(tx: Tx, needs: Secrets, profile: Profile, destination: string): Promise<boolean> {
  const since = new Date(tx.now.getTime() - SUSPECT_SECONDS * 1000);
  if (await isSuspected(tx, profile.gatewayId, numberPrefix(destination), since)) return true;
  return isGuarded(tx, needs, profile.companyId, destination);
}

/** Claims one try of a visitor from this address. */
export async function claimAddress(tx: Tx, { secrets }: Secrets, profile: Profile, address: string): Promise<void> {
  await claim(tx, profile, [
    {
      kind: 'address',
      subject: addressMac(secrets, address),
      most: profile.sendsPerAddress,
      windowSeconds: ADDRESS_WINDOW_SECONDS,
      pauseSeconds: 0,
    },
  ]);
}

/** Refuses if no code may go to this number now; does not count. */
export async function checkNumber(tx: Tx, { secrets }: Secrets, profile: Profile, destination: string): Promise<void> {
  const rate = numberRate(secrets, profile, destination);
  const seconds = await longestWait(tx, profile, [rate]);
  if (seconds > 0) throw new Refusal('too-many-requests', { retryAfterSeconds: seconds });
}

/** Claims the maximum price of a code from the day's cap of the profile and of the widget. */
export async function claimDayBudget(
  tx: Tx,
  profile: Profile,
  amountMicros: bigint,
  widget?: WidgetCap,
): Promise<void> {
  const { day, secondsLeft } = countingDay(tx.now);
  const caps = capsOf(profile, widget);
  const claimed = await claimDays(tx, { companyId: profile.companyId, day }, amountMicros, caps);
  const full = caps.find(({ subject }) => !claimed.includes(subject));
  if (full !== undefined)
    throw new PumpingStop({ cause: 'money', gatewayId: profile.gatewayId, subject: full.subject, day }, secondsLeft);
}

/** Refuses codes of a stopped day before any other work. */
export async function checkMoney(tx: Tx, profile: Profile, widget?: WidgetCap): Promise<void> {
  const { day, secondsLeft } = countingDay(tx.now);
  const subjects = capsOf(profile, widget).map(({ subject }) => subject);
  if (await isDayStopped(tx, subjects, day)) throw new Refusal('too-many-requests', { retryAfterSeconds: secondsLeft });
}

/** The cap of today of which the smallest share is left. */
export async function scarcestDay(tx: Tx, profile: Profile, widget: WidgetCap): Promise<DayShare> {
  const shares = await selectDayShares(tx, countingDay(tx.now).day, capsOf(profile, widget));
  return shares.reduce((least, share) => (share.left < least.left ? share : least));
}

export const profileSubject = (gatewayId: string) => `profile ${gatewayId}`;
export const widgetSubject = (widgetId: string) => `widget ${widgetId}`;

function capsOf(profile: Profile, widget?: WidgetCap): DayCap[] {
  const own = { subject: profileSubject(profile.gatewayId), mostMicros: profile.dayMicrosMax };
  if (!widget?.dayMicrosMax) return [own];
  return [own, { subject: widgetSubject(widget.widgetId), mostMicros: widget.dayMicrosMax }];
}

export type WidgetCap = { readonly widgetId: string; readonly dayMicrosMax: bigint | null };

type Alarms = Pick<Platform, 'db' | 'log' | 'metrics'>;

const STOPPED: Readonly<Record<StopCause, string>> = {
  money: 'codes are stopped',
  reserve: 'codes to new numbers are stopped',
};

/** Call after the rollback of the refused send or visit: raises the alarm, once per stop. */
export async function recordStop({ db, log, metrics }: Alarms, stop: Stop): Promise<void> {
  if (!(await inTransaction(db, (tx) => markDay(tx, stop)))) return;
  metrics.count('volley_verification_stops_total', { cause: stop.cause });
  log.warn(stop, STOPPED[stop.cause]);
}

async function claim(tx: Tx, profile: Profile, rates: readonly CountedRate[]): Promise<void> {
  const claimed = await claimRates(tx, profile, rates);
  if (claimed.length === rates.length) return;
  const refused = rates.filter(({ kind }) => !claimed.includes(kind));
  const retryAfterSeconds = Math.max(1, await longestWait(tx, profile, refused));
  throw new Refusal('too-many-requests', { retryAfterSeconds });
}

async function longestWait(tx: Tx, { gatewayId }: Profile, rates: readonly CountedRate[]): Promise<number> {
  const known = await selectTimes(tx, gatewayId, rates);
  const waits = rates.map((rate) =>
    waitSeconds(known.find(({ kind }) => kind === rate.kind)?.times ?? [], rate, tx.now),
  );
  return Math.max(0, ...waits);
}

export const numberMac = (secrets: Platform['secrets'], destination: string) => secrets.mac(numberText(destination));

/** Whether a hash is that of the number, also if it was made with an earlier key. */
export const isNumberMac = (secrets: Platform['secrets'], destination: string, mac: string) =>
  secrets.isMacOf(numberText(destination), mac);

export const addressMac = (secrets: Platform['secrets'], address: string) =>
  secrets.mac(`address ${addressBlock(address)}`);

const numberText = (destination: string) => `number ${destination}`;

const prefixRate = ({ sendsPerPrefix }: Profile, prefix: string): CountedRate => ({
  kind: 'prefix',
  subject: prefix,
  most: sendsPerPrefix,
  windowSeconds: PREFIX_WINDOW_SECONDS,
  pauseSeconds: 0,
});

function numberRate(secrets: Platform['secrets'], profile: Profile, destination: string): CountedRate {
  return {
    kind: 'number',
    subject: numberMac(secrets, destination),
    most: profile.sendsPerNumber,
    windowSeconds: NUMBER_WINDOW_SECONDS,
    pauseSeconds: profile.resendPauseSeconds,
  };
}
