// Stops of verification codes: a full daily limit refuses codes until midnight, its last fifth those to new numbers of
// widgets; a suspected prefix makes captchas strict and proofs of work harder for an hour after the last sign of
// pumping. A person may lift each. The caller's transaction decides which companies are visible.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { countingDay, SUSPECT_SECONDS } from '@volley/domain/verification/verification-limit.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { profileSubject, widgetSubject } from '../limits/limits.ts';
import { lockProfile } from '../profiles/profiles.sql.ts';
import { lockWidget } from '../widgets/widgets.sql.ts';
import {
  allowMore,
  clearSuspicion,
  deletePrefixRate,
  type StoppedDay,
  type SuspectedPrefix,
  selectStoppedDays,
  selectSuspectedPrefixes,
} from './stops.sql.ts';

export type Stop =
  | (SuspectedPrefix & { readonly kind: 'PREFIX'; readonly inForce: boolean })
  | (StoppedDay & { readonly kind: 'DAY'; readonly inForce: boolean });

const SHOWN_MS = 7 * 86_400_000;
const SHOWN_MAX = 200;

/** Stops of the last seven days; those in force first, then the newest. */
export function listStops({ db }: Pick<Platform, 'db'>, filter: { companyId?: number }): Promise<Stop[]> {
  return read(db, async (tx) => {
    const bounds = { ...filter, since: new Date(tx.now.getTime() - SHOWN_MS), rowsMax: SHOWN_MAX };
    const prefixes = await selectSuspectedPrefixes(tx, bounds);
    const days = await selectStoppedDays(tx, bounds);
    const [today, suspectedSince] = [countingDay(tx.now).day, suspicionStart(tx)];
    const stops: Stop[] = [
      ...prefixes.map((row) => ({ ...row, kind: 'PREFIX' as const, inForce: row.at > suspectedSince })),
      ...days.map((row) => ({ ...row, kind: 'DAY' as const, inForce: row.day === today })),
    ];
    return stops.toSorted(
      (one, other) => Number(other.inForce) - Number(one.inForce) || other.at.getTime() - one.at.getTime(),
    );
  });
}

export type LiftedStop = {
  readonly kind: 'PREFIX' | 'DAY';
  readonly gatewayId: string;
  readonly widgetId?: string;
  readonly prefix?: string;
};

/** Returns the company of the stop. Refuses a stop that is not in force as not found. */
export async function liftStop(tx: Tx, stop: LiftedStop): Promise<{ readonly companyId: number }> {
  const profile = await lockProfile(tx, stop.gatewayId);
  if (profile === undefined) throw new Refusal('not-found', { kind: 'Gateway', id: stop.gatewayId });
  const { companyId, dayMicrosMax } = profile;
  if (stop.kind === 'PREFIX') await liftSuspicion(tx, stop);
  else if (stop.widgetId === undefined) await liftDay(tx, profileSubject(stop.gatewayId), dayMicrosMax);
  else await liftWidgetDay(tx, stop.gatewayId, stop.widgetId);
  return { companyId };
}

async function liftSuspicion(tx: Tx, { gatewayId, prefix }: LiftedStop): Promise<void> {
  if (prefix === undefined) throw new Refusal('bad-request', { field: 'prefix', problem: 'is required' });
  if ((await clearSuspicion(tx, gatewayId, prefix, suspicionStart(tx))) === 0)
    throw new Refusal('not-found', { kind: 'Stop', id: `${gatewayId} ${prefix}` });
  await deletePrefixRate(tx, gatewayId, prefix);
}

async function liftWidgetDay(tx: Tx, gatewayId: string, widgetId: string): Promise<void> {
  const widget = await lockWidget(tx, widgetId);
  if (widget?.gatewayId !== gatewayId || widget.dayMicrosMax === null)
    throw new Refusal('not-found', { kind: 'Widget', id: widgetId });
  await liftDay(tx, widgetSubject(widgetId), widget.dayMicrosMax);
}

async function liftDay(tx: Tx, subject: string, micros: bigint): Promise<void> {
  if (!(await allowMore(tx, subject, countingDay(tx.now).day, micros)))
    throw new Refusal('not-found', { kind: 'Stop', id: subject });
}

const suspicionStart = ({ now }: Tx) => new Date(now.getTime() - SUSPECT_SECONDS * 1000);
