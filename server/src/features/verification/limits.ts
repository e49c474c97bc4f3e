// Against pumping: somebody who earns by the calls and texts that codes cause. Counted per number, address, prefix,
// day and share of codes that were entered; all of it lies in the database, so that neither a restart nor a second
// process begins anew. What is refused counts nothing.
import { addressBlock } from '@volley/domain/address-block.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import {
  ADDRESS_WINDOW_SECONDS,
  countingDay,
  NUMBER_WINDOW_SECONDS,
  numberPrefix,
  PREFIX_WINDOW_SECONDS,
  waitSeconds,
} from '@volley/domain/verification-limit.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type CountedRate,
  type DayCap,
  isDayStopped,
  markDayStopped,
  markPrefixStopped,
  selectTimes,
  takeDays,
  takePrefix,
  takeRates,
} from './limits.sql.ts';
import type { Profile } from './profile.ts';

type Secrets = Pick<Platform, 'secrets'>;

/** A stop that people should look at: why, and where it is written. */
type Stop = {
  readonly cause: 'prefix' | 'money';
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

/** One code to this number: its own pause and rate, then those of its prefix. */
export async function takeNumber(tx: Tx, { secrets }: Secrets, profile: Profile, destination: string): Promise<void> {
  const prefix = numberPrefix(destination);
  await take(tx, profile, [
    numberRate(secrets, profile, destination),
    {
      kind: 'prefix',
      subject: prefix,
      most: profile.sendsPerPrefix,
      windowSeconds: PREFIX_WINDOW_SECONDS,
      pauseSeconds: 0,
    },
  ]);
  const { day, secondsLeft } = countingDay(tx.now);
  if (!(await takePrefix(tx, profile, { prefix, day })))
    throw new PumpingStop({ cause: 'prefix', gatewayId: profile.gatewayId, subject: prefix, day }, secondsLeft);
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
    throw new PumpingStop({ cause: 'money', gatewayId: profile.gatewayId, subject: full.subject, day }, secondsLeft);
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
  const { cause, gatewayId, subject, day } = stop;
  const isFirst = await inTransaction(db, (tx) =>
    cause === 'prefix' ? markPrefixStopped(tx, gatewayId, subject, day) : markDayStopped(tx, subject, day),
  );
  if (!isFirst) return;
  metrics.count('volley_verification_stops_total', { cause });
  log.warn({ cause, gatewayId, subject, day }, 'codes are stopped');
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

function numberRate(secrets: Platform['secrets'], profile: Profile, destination: string): CountedRate {
  return {
    kind: 'number',
    subject: secrets.mac(`number ${destination}`),
    most: profile.sendsPerNumber,
    windowSeconds: NUMBER_WINDOW_SECONDS,
    pauseSeconds: profile.resendPauseSeconds,
  };
}
