import { nextDispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { releaseStrands } from '../queue/strands/strands.sql.ts';
import { markFirstUse } from '../senders/find-senders.ts';
import { requireSwitch } from '../switches/switches.ts';
import { getUsableSenders } from './dispatch-senders.ts';
import { findDispatch, markStarted } from './dispatches.sql.ts';
import { firstInstantOf, scheduleOf } from './first-instant.ts';
import { presentTariffs } from './money/present-tariffs.ts';
import { reserveDispatch } from './money/reserve-dispatch.ts';

/** Reserves the whole estimate and releases the strands to the pacer, in one transaction. */
export async function startDispatch(
  { db, config, bus, log }: Pick<Platform, 'db' | 'config' | 'bus' | 'log'>,
  actor: Actor,
  id: number,
): Promise<{ id: number; status: 'STARTED' }> {
  const moved = await inTransaction(db, async (tx) => {
    const dispatch = await findDispatch(tx, actor.partnerId, id, true);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (nextDispatchStatus(dispatch.status, 'start') === undefined)
      throw new Refusal('dispatch-status', { status: dispatch.status });
    const company = await getOwnCompany(tx, actor.partnerId, dispatch.company_id);
    if (company.status !== 'ACTIVE') throw new Refusal('company-disabled');
    await requireSwitch(tx, 'start-dispatches', company.companyId);
    const senders = await getUsableSenders(tx, config, {
      companyId: company.companyId,
      senderIds: dispatch.sender_ids,
      channelType: dispatch.channel_type,
      routing: company.routing,
    });
    const startAt = dispatch.schedule_start_at;
    const month = billingMonth(tx.now.getTime());
    const payer = { partnerId: actor.partnerId, companyId: company.companyId, month };
    const { tariffOf } = await presentTariffs(tx, db, payer);
    const instantOf = firstInstantOf(scheduleOf(dispatch), config.moderation, tx.now);
    const reserved = await reserveDispatch(tx, dispatch, {
      tariffOf,
      eligibleAt: ({ timezone, date_from: dateFrom }) => instantOf({ timezone, dateFrom }),
    });
    if (config.moderation === 'auto') await markFirstUse(tx, dispatch.sender_ids);
    const names = config.moderation === 'manual' ? senders : [];
    await releaseStrands(tx, id, startAt !== null && startAt > tx.now ? startAt : tx.now, names);
    // The partner API starts a dispatch whose recipients were all rejected: it is complete at once.
    await markStarted(tx, id, { ...reserved, ended: dispatch.messages_total === 0 });
    return { id, status: 'STARTED' } as const;
  });
  log.info({ dispatchId: id }, 'dispatch started');
  bus.wake('pace');
  return moved;
}
