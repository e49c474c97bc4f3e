// Starting a dispatch of the messaging API: its cost is reserved in the wallet and under the budget, and the pacer
// has it from the moment its clock says, zone by zone.
import type { KeyActor } from '@volley/domain/actor.ts';
import { nextDispatchStatus } from '@volley/domain/dispatch-status.ts';
import { instantOfWall, parseLocalTime } from '@volley/domain/local-time.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { markFirstUse } from '../senders/find-senders.ts';
import { requireSwitch } from '../switches/switches.ts';
import { getActiveCompany, getDispatchName } from './create-messaging-dispatch.ts';
import { markStarted } from './dispatches.sql.ts';
import {
  lockMessagingDispatch,
  type MessagingDispatchRow,
  releaseByZone,
  selectZones,
  type ZoneTimes,
} from './messaging-dispatches.sql.ts';
import { saveReady } from './rates.sql.ts';
import { reserveDispatch } from './reserve-dispatch.ts';

export async function startMessagingDispatch(
  { db, config, bus }: Pick<Platform, 'db' | 'config' | 'bus'>,
  account: Pick<KeyActor, 'companyId' | 'partnerId' | 'currency'>,
  id: number,
): Promise<{ dispatchId: number }> {
  const started = await inTransaction(db, async (tx) => {
    const dispatch = await lockMessagingDispatch(tx, account.companyId, id);
    if (dispatch === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    if (nextDispatchStatus(dispatch.status, 'start') === undefined) throw new Refusal('dispatch-status');
    const company = await getActiveCompany(tx, account);
    await requireSwitch(tx, 'start-dispatches', company.companyId);
    const { senders } = await getDispatchName(tx, config, company.companyId, {
      channelType: dispatch.channel_type,
      senderName: dispatch.sender_name,
    });
    const reserved = await reserveDispatch(tx, dispatch, account.currency);
    if (config.moderation === 'auto')
      await markFirstUse(
        tx,
        senders.map((sender) => sender.id),
      );
    const zones = (await selectZones(tx, id)).map((timezone) => timesIn(dispatch, timezone));
    await releaseByZone(tx, id, zones, !dispatch.has_rate);
    if (dispatch.has_rate) await saveReady(tx, [{ dispatchId: id, readyMs: tx.now.getTime() }]);
    await markStarted(tx, id, { ...reserved, ended: dispatch.messages_total === 0 });
    return { dispatchId: id };
  });
  bus.ring('pace');
  return started;
}

function timesIn(dispatch: MessagingDispatchRow, timezone: string): ZoneTimes {
  return {
    timezone,
    startAt: instantIn(dispatch.local_send_time, timezone),
    giveUpAt: instantIn(dispatch.local_completion_time, timezone),
  };
}

function instantIn(wall: string | null, timezone: string): Date | null {
  const ms = wall === null ? undefined : parseLocalTime(wall);
  return ms === undefined ? null : new Date(instantOfWall(ms, timezone));
}
