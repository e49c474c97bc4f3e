// Moves verifications on to their next channel: within a second when a message fails, and after its wait when it is not
// delivered. A plan is one transaction, and any number of sweepers may take plans at the same time.
import { inTransaction, isDatabaseOutage } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { takeCodeOutcomes } from '../../settlement/code-outcomes.ts';
import { PumpingStop, recordStop } from '../limits/limits.ts';
import { countOutcomes } from './count-figures.ts';
import { makeStep } from './make-step.ts';
import { type DuePlan, deletePlan, hastenPlans, lockDuePlan, postponePlan } from './plans.sql.ts';

const OUTCOMES_MAX = 500;
const PLANS_AT_ONCE = 4;
const RETRY_MS = 5_000;

/** True: more may be due. */
export async function advancePlans(platform: Platform): Promise<boolean> {
  const hasOutcomes = await takeOutcomes(platform);
  if (!(await advancePlan(platform))) return hasOutcomes;
  await Promise.all(Array.from({ length: PLANS_AT_ONCE }, () => advancePlan(platform)));
  return true;
}

function takeOutcomes(platform: Platform): Promise<boolean> {
  return inTransaction(platform.db, async (tx) => {
    const outcomes = await takeCodeOutcomes(tx, OUTCOMES_MAX);
    if (outcomes.length === 0) return false;
    await hastenPlans(
      tx,
      outcomes.flatMap(({ messageId, isDelivered }) => (isDelivered ? [] : [messageId])),
    );
    await countOutcomes(tx, platform, outcomes);
    return outcomes.length === OUTCOMES_MAX;
  });
}

/** False: no plan is due. */
async function advancePlan(platform: Platform): Promise<boolean> {
  const { db, metrics } = platform;
  let plan: DuePlan | undefined;
  try {
    const message = await inTransaction(db, async (tx) => {
      plan = await lockDuePlan(tx);
      return plan && makeStep(tx, platform, plan);
    });
    if (plan === undefined) return false;
    if (message !== undefined) metrics.count('volley_verification_fallbacks_total', { cause: causeOf(plan) });
    await message?.publish();
    return true;
  } catch (error) {
    if (plan === undefined || isDatabaseOutage(error)) throw error;
    await leavePlan(platform, plan, error);
    return true;
  }
}

const causeOf = ({ isFailed }: DuePlan) => (isFailed ? 'failed' : 'wait');

/** After a rollback. The day's cap ends the plan; any other failure is repeated while the code lives. */
async function leavePlan(platform: Platform, plan: DuePlan, error: unknown): Promise<void> {
  const { db, log } = platform;
  if (error instanceof PumpingStop) {
    await recordStop(platform, error.stop);
    await inTransaction(db, (tx) => deletePlan(tx, plan));
    return;
  }
  log.warn({ verificationId: plan.verificationId, err: error }, 'next channel of a verification postponed');
  await inTransaction(db, (tx) => postponePlan(tx, plan, new Date(tx.now.getTime() + RETRY_MS)));
}
