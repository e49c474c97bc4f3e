// Sweeper: all work that is due because time passes: partitions created ahead, doubts found and resolved, expired
// lifetimes and waits, deletion of old data, the audit. Any number of sweepers may run; every job may run twice at
// once.
import { forgetSignIns } from '../../features/access/known-sign-ins.ts';
import { forgetReads } from '../../features/back-office/staff-actions.ts';
import { forgetEvents } from '../../features/callbacks/feed/forget-events.ts';
import { sweepDeletedDispatches } from '../../features/dispatches/delete-dispatch.ts';
import { removeAgedTexts } from '../../features/dispatches/retention/retain-texts.ts';
import { forgetDuty } from '../../features/duty/forget-duty.ts';
import { forgetReplies } from '../../features/idempotency/keep-reply.ts';
import { forgetInbound } from '../../features/inbound/forget-inbound.ts';
import { closeMonths } from '../../features/ledger/close-months.ts';
import { runErasure } from '../../features/messages/erasure/erase-number.ts';
import { sealClearTokens } from '../../features/operator-links/link-secrets.ts';
import { turnStaleDispatches } from '../../features/queue/strands/turn-month.ts';
import { forgetMalformedPdus } from '../../features/receipts/malformed-pdus.ts';
import { forgetReceipts } from '../../features/receipts/match-receipts.ts';
import { forgetRequests } from '../../features/request-log/forget-requests.ts';
import { forgetFailedSignIns } from '../../features/sessions/failed-sign-ins.ts';
import { forgetSessions } from '../../features/sessions/own-sessions.ts';
import { forgetPartnerActions } from '../../features/sessions/partner-actions.ts';
import { forgetUnprovenSends } from '../../features/settlement/doubts/resolve-doubts.ts';
import { endLifetimes, failUnsent, forgetEndedBatches } from '../../features/settlement/end-waiting.ts';
import { raiseSpendAlarms } from '../../features/settlement/spend-alarms.ts';
import { pruneShortLinks } from '../../features/short-links/prune-short-links.ts';
import { forgetInvites } from '../../features/subscribers/invites.ts';
import { expireVerifications } from '../../features/verification/codes/expire-verifications.ts';
import { forgetVerifications } from '../../features/verification/codes/forget-verifications.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { dropOldDays, ensurePartitions } from '../../platform/database/partitions.ts';
import { forgetInstances } from '../../platform/instance.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';
import { startAuditLoop } from './audit-loop.ts';
import { startCascadeLoop } from './cascade-loop.ts';
import { startClockStepLoop } from './clock-step-loop.ts';
import { startDoubtLoops } from './doubt-loops.ts';
import { startDutyLoops } from './duty-loops.ts';
import { startFiguresLoop } from './figures-loop.ts';
import { startSenderLoop } from './sender-loop.ts';
import { startUploadLoop } from './upload-loop.ts';
import { startVerificationLoops } from './verification-loops.ts';

const SWEEP_MS = 1_000;
const HOUSEKEEPING_MS = 60_000;
const REMOVALS_MS = 60_000;
const OPERATOR_REFS_KEPT_MS = 4 * 86_400_000;
const LINK_CLICKS_KEPT_MS = 180 * 86_400_000;

export function runSweeper(platform: Platform): { stop(): Promise<void> } {
  const { bus, clock, costs, db, loops } = platform;
  const loop = (name: string, idleMs: number, round: () => Promise<boolean>) => loops.start({ name, idleMs, round });

  const sweep = loop('sweep', SWEEP_MS, async () => {
    const more = [
      await failUnsent(platform),
      await endLifetimes(platform),
      await sweepDeletedDispatches(platform),
      await expireVerifications(platform),
    ];
    return more.includes(true);
  });
  const housekeeping = loop('housekeeping', HOUSEKEEPING_MS, async () => {
    await ensurePartitions(db, clock.now(), costs.partitionDaysAhead);
    await dropOldDays(db, 'operator_refs', new Date(clock.now().getTime() - OPERATOR_REFS_KEPT_MS));
    await dropOldDays(db, 'link_clicks', new Date(clock.now().getTime() - LINK_CLICKS_KEPT_MS));
    await forgetEvents(platform);
    await forgetRequests(platform);
    await forgetInstances(db);
    await sealClearTokens(platform);
    await inTransaction(db, forgetReceipts);
    await forgetUnprovenSends(platform);
    await inTransaction(db, forgetMalformedPdus);
    await raiseSpendAlarms(platform);
    await closeMonths(platform);
    await forgetDuty(platform);
    return forgetEndedBatches(platform);
  });
  const removals = loop('removals', REMOVALS_MS, async () => {
    const more = [
      await runErasure(platform),
      await removeAgedTexts(platform),
      await forgetReplies(platform),
      await pruneShortLinks(platform),
      await forgetInbound(platform),
      await forgetInvites(platform),
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

  bus.onWake('sweep', () => sweep.wake());
  bus.onWake('removals', () => removals.wake());
  const loopsOfRole: WorkerLoop[] = [
    ...startDoubtLoops(platform),
    sweep,
    housekeeping,
    removals,
    months,
    startAuditLoop(platform),
    startCascadeLoop(platform),
    ...startVerificationLoops(platform),
    startSenderLoop(platform),
    startUploadLoop(platform),
    startClockStepLoop(platform),
    ...startDutyLoops(platform),
    startFiguresLoop(platform),
  ];
  return { stop: async () => void (await Promise.all(loopsOfRole.map((running) => running.stop()))) };
}
