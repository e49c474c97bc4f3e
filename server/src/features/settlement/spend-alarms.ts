// Artificially inflated traffic shows as a sudden spend on one country. The sum of a day is read from strands, of which
// a dispatch has a few per country, so acceptance and sending pay nothing for it.
import { countingDay } from '@volley/domain/verification/verification-limit.ts';
import { inTransaction, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteAlarms, type SpendAlarm, selectAlarms, upsertAlarms } from './spend-alarms.sql.ts';

const MICROS = 1_000_000n;
const DAY_MS = 86_400_000;
const KEPT_MS = 400 * DAY_MS;
const SHOWN_MAX = 500;

/** Raises at most one alarm per company, country and day. */
export async function raiseSpendAlarms({
  db,
  config,
  log,
  metrics,
}: Pick<Platform, 'db' | 'config' | 'log' | 'metrics'>): Promise<void> {
  if (config.countrySpendAlarm === 0) return;
  const raised = await inTransaction(db, async (tx) => {
    const { day, secondsLeft } = countingDay(tx.now);
    const to = new Date(Math.floor(tx.now.getTime() / 1_000) * 1_000 + secondsLeft * 1_000);
    const from = new Date(to.getTime() - DAY_MS);
    await deleteAlarms(tx, new Date(tx.now.getTime() - KEPT_MS));
    return upsertAlarms(tx, { day, from, to, thresholdMicros: BigInt(config.countrySpendAlarm) * MICROS });
  });
  for (const { companyId, country, isNew } of raised) {
    if (!isNew) continue;
    metrics.count('volley_spend_alarms_total');
    log.warn({ companyId, country }, 'spending on a country is above the threshold of a day');
  }
}

/** Newest first. */
export function listSpendAlarms({ db }: Pick<Platform, 'db'>, companyId?: number): Promise<SpendAlarm[]> {
  return read(db, (tx) => selectAlarms(tx, companyId ?? null, SHOWN_MAX));
}
