// The overview page. Its numbers are calculated like the totals of the message list, so both agree.

import { billingMonth } from '@volley/domain/money/budget.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { countsByState, type StateCounts } from '@volley/domain/sending/message-state.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SharedState } from '../../../platform/state/shared-state.ts';
import { cacheWhenSlow } from '../messages/cache-when-slow.ts';
import type { TimeRange } from '../messages/message-filter.ts';
import { countDispatches } from '../messages/message-list.sql.ts';
import {
  type BudgetRow,
  type Chosen,
  countPartialByStatus,
  selectBeginnings,
  selectBudgets,
  selectCallbackHealth,
  selectFailures,
  selectRunning,
  selectWaitingSenders,
} from './overview.sql.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const FAILURE_DAYS_MAX = 31;
const MOSCOW_OFFSET_MS = 3 * 3_600_000;

type Needs = Pick<Platform, 'db' | 'config' | 'shared'>;

export type OverviewQuery = { readonly company?: number | undefined; readonly dayStart?: Date | undefined };

export function readOverview(
  { db, config, shared }: Needs,
  actor: PartnerConsoleActor,
  { company, dayStart }: OverviewQuery,
) {
  const chosen = { partnerId: actor.partnerId, companyId: company ?? null };
  return read(db, async (tx) => {
    const today = startOfDay(tx.now, dayStart);
    const week = new Date(today.getTime() - (WEEK_DAYS - 1) * DAY_MS);
    const maySee = (right: Parameters<typeof hasRight>[1]) => hasRight(actor.role, right);
    const running = await selectRunning(tx, chosen);
    const senders = await selectWaitingSenders(tx, chosen, config.moderation);
    const noBudgets: readonly BudgetRow[] = [];
    return {
      today: { from: today, ...(await statesSince(tx, shared, chosen, today)) },
      week: { from: week, ...(await statesSince(tx, shared, chosen, week)) },
      running: { total: running[0]?.running ?? 0, items: running.map((row) => ({ ...row, ...countsByState(row) })) },
      budgets: maySee('money.read') ? await selectBudgets(tx, chosen, billingMonth(tx.now.getTime())) : noBudgets,
      senders: { total: senders[0]?.waiting ?? 0, items: senders },
      callbacks: await selectCallbackHealth(tx, chosen),
      beginnings: await selectBeginnings(tx, chosen),
    };
  });
}

/** The browser's start of the day; refuses a time that cannot be the reader's today. */
function startOfDay(now: Date, given: Date | undefined): Date {
  const moscow = now.getTime() + MOSCOW_OFFSET_MS;
  const fallback = new Date(moscow - (moscow % DAY_MS) - MOSCOW_OFFSET_MS);
  if (given === undefined) return fallback;
  const ageMs = now.getTime() - given.getTime();
  if (ageMs < -DAY_MS || ageMs > 2 * DAY_MS)
    throw new Refusal('bad-request', { field: 'dayStart', problem: 'must be within the last two days' });
  return given;
}

function since(from: Date): TimeRange {
  return { from, to: undefined, isDefault: false };
}

async function statesSince(tx: Tx, shared: SharedState, chosen: Chosen, from: Date): Promise<StateCounts> {
  const filter = chosen.companyId === null ? {} : { company: chosen.companyId };
  const scope = { partnerId: chosen.partnerId, filter, range: since(from), stepBuckets: [] };
  const { whole, partial } = await countDispatches(tx, scope);
  const counts = countsByState(whole);
  if (partial.length === 0) return counts;
  const key = `states ${chosen.partnerId} ${chosen.companyId} ${from.getTime()} ${partial.join()}`;
  const cut = await cacheWhenSlow(shared, key, () => countPartialByStatus(tx, scope, partial));
  const [queued = 0, withOperator = 0, delivered = 0, failed = 0] = cut;
  return {
    accepted: counts.accepted + queued + withOperator + delivered + failed,
    queued: counts.queued + queued,
    withOperator: counts.withOperator + withOperator,
    delivered: counts.delivered + delivered,
    failed: counts.failed + failed,
  };
}

export function readFailures(
  { db, shared }: Pick<Platform, 'db' | 'shared'>,
  { partnerId }: PartnerConsoleActor,
  { company, from }: { readonly company?: number | undefined; readonly from: Date },
) {
  const chosen = { partnerId, companyId: company ?? null };
  return read(db, async (tx) => {
    if (tx.now.getTime() - from.getTime() > FAILURE_DAYS_MAX * DAY_MS)
      throw new Refusal('bad-request', { field: 'from', problem: `must be within ${FAILURE_DAYS_MAX} days` });
    const key = `failures ${partnerId} ${chosen.companyId} ${from.getTime()}`;
    const items = await cacheWhenSlow(shared, key, () => selectFailures(tx, chosen, { range: since(from) }));
    return { failed: (await statesSince(tx, shared, chosen, from)).failed, items };
  });
}
