// Counts the error numbers that widgets show, per widget and day, so that the owner of a site sees them. Numbers from
// 200 mean that the site or the service must be repaired: an alarm is raised when they begin.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { countingDay } from '@volley/domain/verification/verification-limit.ts';
import { WIDGET_ERRORS } from '@volley/domain/verification/verification-status.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { upsertError } from './errors.sql.ts';
import { setError, setShownError } from './sessions.sql.ts';
import { isWidgetId } from './widget.ts';

type Needs = Pick<Platform, 'db' | 'log' | 'metrics'>;

/** Errors of a number begin. */
export type ErrorAlarm = { readonly widgetId: string; readonly companyId: number; readonly code: number };

type Counted = { readonly alarm?: ErrorAlarm };

const ALARM_FROM = 200;
const DAY_MS = 86_400_000;

/** Undefined: no widget has this id. Call `raiseAlarm` with the alarm after COMMIT. */
export async function countWidgetError(
  tx: Tx,
  widgetId: string,
  code: number,
  at: Date = tx.now,
): Promise<Counted | undefined> {
  const counted = await upsertError(tx, { widgetId, code, day: countingDay(at).day, at });
  if (counted === undefined) return undefined;
  const { companyId, streak } = counted;
  return streak === 1 && code >= ALARM_FROM ? { alarm: { widgetId, companyId, code } } : {};
}

export function raiseAlarm({ log, metrics }: Pick<Platform, 'log' | 'metrics'>, alarm: ErrorAlarm | undefined): void {
  if (alarm === undefined) return;
  metrics.count('volley_widget_alarms_total', { code: String(alarm.code) });
  log.warn({ ...alarm }, 'errors of a widget begin');
}

/** An error that only the browser sees. `at`: the browser's time, used if it is within the last day. */
export async function reportWidgetError(platform: Needs, widgetId: string, code: number, at?: Date): Promise<void> {
  if (!isWidgetId(widgetId)) throw new Refusal('widget-unknown');
  const counted = await inTransaction(platform.db, (tx) => {
    const ageMs = at === undefined ? -1 : tx.now.getTime() - at.getTime();
    return countWidgetError(tx, widgetId, code, ageMs >= 0 && ageMs < DAY_MS ? at : tx.now);
  });
  if (counted === undefined) throw new Refusal('widget-unknown');
  raiseAlarm(platform, counted.alarm);
}

/** Reasons of a refused session, as the widget shows them. */
const REFUSED: Readonly<Partial<Record<Refusal['reason'], number>>> = {
  'captcha-not-passed': WIDGET_ERRORS['captcha-not-passed'],
  'too-many-requests': WIDGET_ERRORS['too-many-requests'],
  'widget-unknown': WIDGET_ERRORS['widget-unknown'],
  'captcha-trouble': WIDGET_ERRORS['captcha-trouble'],
};

/** Counts the refusals of `work`, whose transaction is rolled back. A failed count never hides the refusal. */
export async function countingRefusals<T>(platform: Needs, widgetId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Refusal ? REFUSED[error.reason] : undefined;
    if (code !== undefined) {
      await inTransaction(platform.db, (tx) => countWidgetError(tx, widgetId, code)).then(
        (counted) => raiseAlarm(platform, counted?.alarm),
        (failure: unknown) => platform.log.warn({ err: failure, widgetId, code }, 'widget error not counted'),
      );
    }
    throw error;
  }
}

/** Shows the error in the session and counts it; ignored after the code was sent. */
export async function recordSessionError(platform: Needs, keyDigest: Buffer, code: number): Promise<void> {
  const counted = await inTransaction(platform.db, async (tx) => {
    const widgetId = await setError(tx, keyDigest, code);
    return widgetId === undefined ? undefined : countWidgetError(tx, widgetId, code);
  });
  raiseAlarm(platform, counted?.alarm);
}

/** Numbers 320 and 321 follow from the time without a send: they are counted when a visitor sees them, once. */
export async function recordShownError(platform: Needs, keyDigest: Buffer, code: number): Promise<void> {
  const counted = await inTransaction(platform.db, async (tx) => {
    const widgetId = await setShownError(tx, keyDigest, code);
    return widgetId === undefined ? undefined : countWidgetError(tx, widgetId, code);
  });
  raiseAlarm(platform, counted?.alarm);
}
