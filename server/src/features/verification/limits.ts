// Against pumping: somebody who earns by the calls and texts that codes cause. Counted per number, address and day; all
// of it lies in the database, so that neither a restart nor a second process begins anew. What is refused counts
// nothing. What a stranger does is never refused to others: numbers that lie near those of a pump become suspect, which
// makes the captcha of the widget stricter, and people are told. The same holds for a number that somebody guesses at.
import { addressBlock } from '@volley/domain/address-block.ts';
import { Refusal } from '@volley/domain/refusal.ts';
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
} from '@volley/domain/verification-limit.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type CountedRate,
  countSent,
  type DayCap,
  isDayStopped,
  isSuspected,
  markDayStopped,
  markSuspected,
  selectTimes,
  selectWrongs,
  takeDays,
  takeRates,
} from './limits.sql.ts';
import type { Profile } from './profile.ts';

type Secrets = Pick<Platform, 'secrets'>;

/** A stop that people should look at, and where it is written. */
type Stop = {
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

/** Numbers that lie together, and that somebody may be pumping. */
export type Suspicion = { readonly gatewayId: string; readonly prefix: string; readonly day: string };

/** One code to this number: its own pause and rate. Says so when its prefix becomes suspect for the first time today. */
export async function takeNumber(
  tx: Tx,
  { secrets }: Secrets,
  profile: Profile,
  destination: string,
): Promise<Suspicion | undefined> {
  await take(tx, profile, [numberRate(secrets, profile, destination)]);
  const { gatewayId } = profile;
  const [prefix, { day }] = [numberPrefix(destination), countingDay(tx.now)];
  const isCrowded = (await takeRates(tx, profile, [prefixRate(profile, prefix)])).length === 0;
  const before = await countSent(tx, profile, { prefix, day });
  if (!isCrowded && !isSeldomEntered(before, profile)) return undefined;
  await markSuspected(tx, gatewayId, { prefix, day });
  return before.suspectedAt === null ? { gatewayId, prefix, day } : undefined;
}

/** After COMMIT: the alarm, once for each prefix and day. */
export function noteSuspicion({ log, metrics }: Pick<Platform, 'log' | 'metrics'>, suspicion: Suspicion): void {
  metrics.count('volley_verification_suspicions_total');
  log.warn(suspicion, 'codes to a prefix are suspect');
}

/** Somebody guesses at the codes of this number: those of this company are made harder to guess. */
export async function isGuarded(tx: Tx, { secrets }: Secrets, companyId: number, destination: string) {
  const { day } = countingDay(tx.now);
  return (await selectWrongs(tx, { companyId, numberMac: numberMac(secrets, destination), day })) >= WRONG_CHECKS_MAX;
}

/** Whoever asks for a code to this number through a widget must be a person beyond doubt. */
export async function isSuspect(tx: Tx, needs: Secrets, profile: Profile, destination: string): Promise<boolean> {
  const since = new Date(tx.now.getTime() - SUSPECT_SECONDS * 1000);
  if (await isSuspected(tx, profile.gatewayId, numberPrefix(destination), since)) return true;
  return isGuarded(tx, needs, profile.companyId, destination);
}

/** One try of a visitor from this address. */
export async function takeAddress(tx: Tx, { secrets }: Secrets, profile: Profile, address: string): Promise<void> {
  await take(tx, profile, [
    {
      kind: 'address',
      subject: secrets.mac(`address ${addressBlock(address)}`),
      most: profile.sendsPerAddress,
      windowSeconds: ADDRESS_WINDOW_SECONDS,
      pauseSeconds: 0,
    },
  ]);
}

/** Whether a code could be sent to this number now; nothing is counted. */
export async function checkNumber(tx: Tx, { secrets }: Secrets, profile: Profile, destination: string): Promise<void> {
  const rate = numberRate(secrets, profile, destination);
  const seconds = await longestWait(tx, profile, [rate]);
  if (seconds > 0) throw new Refusal('too-many-requests', { retryAfterSeconds: seconds });
}

/** What the code may cost at most, of the day of its profile and of its widget. */
export async function takeMoney(tx: Tx, profile: Profile, amountMicros: bigint, widget?: WidgetCap): Promise<void> {
  const { day, secondsLeft } = countingDay(tx.now);
  const caps = capsOf(profile, widget);
  const taken = await takeDays(tx, { companyId: profile.companyId, day }, amountMicros, caps);
  const full = caps.find(({ subject }) => !taken.includes(subject));
  if (full !== undefined)
    throw new PumpingStop({ gatewayId: profile.gatewayId, subject: full.subject, day }, secondsLeft);
}

/** A day that was stopped stays so, before anything is done for one more code. */
export async function checkMoney(tx: Tx, profile: Profile, widget?: WidgetCap): Promise<void> {
  const { day, secondsLeft } = countingDay(tx.now);
  const subjects = capsOf(profile, widget).map(({ subject }) => subject);
  if (await isDayStopped(tx, subjects, day)) throw new Refusal('too-many-requests', { retryAfterSeconds: secondsLeft });
}

export const profileSubject = (gatewayId: string) => `profile ${gatewayId}`;
export const widgetSubject = (widgetId: string) => `widget ${widgetId}`;

function capsOf(profile: Profile, widget?: WidgetCap): DayCap[] {
  const own = { subject: profileSubject(profile.gatewayId), mostMicros: profile.dayMicrosMax };
  if (!widget?.dayMicrosMax) return [own];
  return [own, { subject: widgetSubject(widget.widgetId), mostMicros: widget.dayMicrosMax }];
}

export type WidgetCap = { readonly widgetId: string; readonly dayMicrosMax: bigint | null };

/** After the refused send has been undone: the alarm, once for each stop. */
export async function noteStop({ db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>, stop: Stop) {
  if (!(await inTransaction(db, (tx) => markDayStopped(tx, stop.subject, stop.day)))) return;
  metrics.count('volley_verification_stops_total', { cause: 'money' });
  log.warn({ cause: 'money', ...stop }, 'codes are stopped');
}

async function take(tx: Tx, profile: Profile, rates: readonly CountedRate[]): Promise<void> {
  const taken = await takeRates(tx, profile, rates);
  if (taken.length === rates.length) return;
  const refused = rates.filter(({ kind }) => !taken.includes(kind));
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

export const numberMac = (secrets: Platform['secrets'], destination: string) => secrets.mac(`number ${destination}`);

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
