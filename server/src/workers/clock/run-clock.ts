// Clock: everything that happens because time passes. Any number may run; every job is safe to run twice
// at once. Partitions are made ahead, doubts are noticed and ended, lifetimes and waits run out.

import { forgetSignIns } from '../../features/access/known-sign-ins.ts';
import { forgetReads } from '../../features/back-office/staff-actions.ts';
import { forgetEvents } from '../../features/callbacks/forget-events.ts';
import { sweepDeletedDispatches } from '../../features/dispatches/delete-dispatch.ts';
import { removeAgedTexts } from '../../features/dispatches/retain-texts.ts';
import { turnStaleDispatches } from '../../features/dispatches/turn-month.ts';
import { forgetReplies } from '../../features/idempotency/keep-reply.ts';
import { forgetInbound } from '../../features/inbound/forget-inbound.ts';
import { closeMonths } from '../../features/ledger/close-months.ts';
import { forgetLinks } from '../../features/links/forget-links.ts';
import { workErasure } from '../../features/messages/erase-number.ts';
import { forgetMalformedPdus } from '../../features/receipts/malformed-pdus.ts';
import { forgetReceipts } from '../../features/receipts/match-receipts.ts';
import { forgetRequests } from '../../features/request-log/forget-requests.ts';
import { forgetFailedSignIns } from '../../features/sessions/failed-sign-ins.ts';
import { forgetSessions } from '../../features/sessions/own-sessions.ts';
import { forgetPartnerActions } from '../../features/sessions/partner-actions.ts';
import { auditMoney } from '../../features/settlement/audit.ts';
import { endLifetimes, failUnsent, forgetEndedBatches } from '../../features/settlement/end-waiting.ts';
import { forgetUnprovenSends } from '../../features/settlement/resolve-doubts.ts';
import { raiseSpendAlarms } from '../../features/settlement/spend-alarms.ts';
import { forgetVerifications } from '../../features/verification/forget-verifications.ts';
import { inTransaction } from '../../platform/database.ts';
import { forgetInstances } from '../../platform/instance.ts';
import { dropOldDays, ensurePartitions } from '../../platform/partitions.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';
import { startCascadeLoop } from './cascade-loop.ts';
import { startClockStepLoop } from './clock-step-loop.ts';
import { startDoubtLoops } from './doubt-loops.ts';
import { startSenderLoop } from './sender-loop.ts';
import { startUploadLoop } from './upload-loop.ts';

const SWEEP_MS = 1_000;
const HOUSEKEEPING_MS = 60_000;
const REMOVALS_MS = 60_000;
const AUDIT_MS = 300_000;
const OPERATOR_REFS_KEPT_MS = 4 * 86_400_000;
const LINK_CLICKS_KEPT_MS = 180 * 86_400_000;

export function runClock(platform: Platform): { stop(): Promise<void> } {
  const { bus, clock, db, log, loops, metrics } = platform;
  const loop = (name: string, idleMs: number, round: () => Promise<boolean>) => loops.start({ name, idleMs, round });

  const sweep = loop('sweep', SWEEP_MS, async () => {
    const more = [await failUnsent(platform), await endLifetimes(platform), await sweepDeletedDispatches(platform)];
    return more.includes(true);
  });
  const housekeeping = loop('housekeeping', HOUSEKEEPING_MS, async () => {
    await ensurePartitions(db, clock.now());
    await dropOldDays(db, 'operator_refs', new Date(clock.now().getTime() - OPERATOR_REFS_KEPT_MS));
    await dropOldDays(db, 'link_clicks', new Date(clock.now().getTime() - LINK_CLICKS_KEPT_MS));
    await forgetEvents(platform);
    await forgetRequests(platform);
    await forgetInstances(db);
    await inTransaction(db, forgetReceipts);
    await forgetUnprovenSends(platform);
    await inTransaction(db, forgetMalformedPdus);
    await raiseSpendAlarms(platform);
    await closeMonths(platform);
    return forgetEndedBatches(platform);
  });
  const removals = loop('removals', REMOVALS_MS, async () => {
    const more = [
      await workErasure(platform),
      await removeAgedTexts(platform),
      await forgetReplies(platform),
      await forgetLinks(platform),
      await forgetInbound(platform),
      await forgetVerifications(platform),
      await forgetSessions(platform),
      await forgetSignIns(platform),
      await forgetPartnerActions(platform),
      await forgetFailedSignIns(platform),
      await forgetReads(platform),
    ];
    return more.includes(true);
  });
  const months = loop('turn of the month', SWEEP_MS, () => turnStaleDispatches(platform));
  const audit = loop('audit', AUDIT_MS, async () => {
    const findings = await auditMoney(platform);
    metrics.set('volley_audit_rows', findings.length);
    if (findings.length > 0) log.error({ findings: findings.slice(0, 20) }, 'the audit found a difference');
    return false;
  });

  bus.onRing('sweep', () => sweep.wake());
  bus.onRing('removals', () => removals.wake());
  const all: WorkerLoop[] = [
    ...startDoubtLoops(platform),
    sweep,
    housekeeping,
    removals,
    months,
    audit,
    startCascadeLoop(platform),
    startSenderLoop(platform),
    startUploadLoop(platform),
    startClockStepLoop(platform),
  ];
  return { stop: async () => void (await Promise.all(all.map((one) => one.stop()))) };
}
