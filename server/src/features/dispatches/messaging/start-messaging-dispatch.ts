// Starts a dispatch of the messaging API: reserves its cost in the wallet and under the budget, and releases its
// strands to the pacer from the sending time of each time zone on.

import { nextDispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { saveReady } from '../../queue/pacing/rates.sql.ts';
import { type SendingTimes, strandTimes } from '../../queue/strands/strand-times.ts';
import { releaseByZone, selectZones } from '../../queue/strands/strand-zones.sql.ts';
import { markFirstUse } from '../../senders/find-senders.ts';
import { requireSwitch } from '../../switches/switches.ts';
import { markStarted } from '../dispatches.sql.ts';
import { presentTariffs } from '../money/present-tariffs.ts';
import { reserveDispatch } from '../money/reserve-dispatch.ts';
import { getActiveCompany, getDispatchName } from './create-messaging-dispatch.ts';
import { lockMessagingDispatch, type MessagingDispatchRow } from './messaging-dispatches.sql.ts';

export async function startMessagingDispatch(
  { db, config, bus, log }: Pick<Platform, 'db' | 'config' | 'bus' | 'log'>,
  account: Pick<KeyActor, 'companyId' | 'partnerId' | 'currency'>,
  id: number,
): Promise<{ dispatchId: number }> {
  const started = await inTransaction(db, async (tx) => {
    const dispatch = await lockMessagingDispatch(tx, account.companyId, id);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (nextDispatchStatus(dispatch.status, 'start') === undefined) throw new Refusal('dispatch-status');
    if (dispatch.messages_total === 0) throw new Refusal('no-recipients', { id });
    const company = await getActiveCompany(tx, account);
    await requireSwitch(tx, 'start-dispatches', company.companyId);
    const { senders } = await getDispatchName(tx, config, company.companyId, {
      channelType: dispatch.channel_type,
      senderName: dispatch.sender_name,
    });
    const times = timesOf(dispatch);
    const timesIn = (timezone: string) => strandTimes(times, timezone, tx.now.getTime());
    const month = billingMonth(tx.now.getTime());
    const { tariffOf } = await presentTariffs(tx, db, { ...account, month });
    const reserved = await reserveDispatch(tx, dispatch, {
      tariffOf,
      wallet: account.currency,
      eligibleAt: ({ timezone }) => timesIn(timezone).eligibleAt,
    });
    if (config.moderation === 'auto')
      await markFirstUse(
        tx,
        senders.map((sender) => sender.id),
      );
    const zones = (await selectZones(tx, id)).map((timezone) => ({ timezone, ...timesIn(timezone) }));
    await releaseByZone(tx, id, zones, !dispatch.has_rate);
    if (dispatch.has_rate) await saveReady(tx, [{ dispatchId: id, readyMs: tx.now.getTime() }]);
    await markStarted(tx, id, { ...reserved, ended: false });
    return { dispatchId: id };
  });
  log.info({ dispatchId: id }, 'dispatch started');
  bus.wake('pace');
  return started;
}

function timesOf(dispatch: MessagingDispatchRow): SendingTimes {
  return {
    localSendTime: dispatch.local_send_time,
    localCompletionTime: dispatch.local_completion_time,
    hours: dispatch.schedule_hours,
    days: dispatch.schedule_days,
  };
}
