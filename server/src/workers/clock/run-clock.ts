// Clock: everything that happens because time passes. Any number may run; every job is safe to run twice
// at once. Partitions are made ahead, doubts are noticed and ended, lifetimes and waits run out.

import { forgetEvents } from '../../features/callbacks/forget-events.ts';
import { removeAgedTexts } from '../../features/dispatches/retain-texts.ts';
import { forgetReplies } from '../../features/idempotency/keep-reply.ts';
import { forgetInbound } from '../../features/inbound/forget-inbound.ts';
import { forgetLinks } from '../../features/links/forget-links.ts';
import { workErasure } from '../../features/messages/erase-number.ts';
import { forgetMalformedPdus } from '../../features/receipts/malformed-pdus.ts';
import { forgetReceipts } from '../../features/receipts/match-receipts.ts';
import { forgetRequests } from '../../features/request-log/forget-requests.ts';
import { forgetSessions } from '../../features/sessions/own-sessions.ts';
import { forgetPartnerActions } from '../../features/sessions/partner-actions.ts';
import { auditMoney } from '../../features/settlement/audit.ts';
import { endLifetimes, failUnsent, forgetEndedBatches } from '../../features/settlement/end-waiting.ts';
import { watchEvidence } from '../../features/settlement/read-evidence.ts';
import { doubtLostBatches, forgetUnprovenSends, recoverByReceipts } from '../../features/settlement/resolve-doubts.ts';
import { forgetVerifications } from '../../features/verification/forget-verifications.ts';
import { inTransaction } from '../../platform/database.ts';
import { forgetInstances } from '../../platform/instance.ts';
import { dropOldDays, ensurePartitions } from '../../platform/partitions.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';
import { startCascadeLoop } from './cascade-loop.ts';
import { startClockStepLoop } from './clock-step-loop.ts';
import { startSenderLoop } from './sender-loop.ts';
import { startUploadLoop } from './upload-loop.ts';

const DOUBT_MS_MAX = 500;
/** Looks per lease: an interruption of the service must show long before a lease lapses. */
const LOOKS_PER_LEASE = 8;
const SWEEP_MS = 1_000;
const HOUSEKEEPING_MS = 60_000;
const REMOVALS_MS = 60_000;
const AUDIT_MS = 300_000;
const OPERATOR_REFS_KEPT_MS = 4 * 86_400_000;
const LINK_CLICKS_KEPT_MS = 180 * 86_400_000;

export function runClock(platform: Platform): { stop(): Promise<void> } {
  const { bus, clock, config, db, log, loops, metrics } = platform;
  const loop = (name: string, idleMs: number, round: () => Promise<boolean>) => loops.start({ name, idleMs, round });

  const evidence = watchEvidence(platform);
  const doubtMs = Math.min(DOUBT_MS_MAX, config.instanceLeaseMs / LOOKS_PER_LEASE);
  const doubts = loop('doubts', doubtMs, async () => {
    const isSteady = await evidence.look();
    if (isSteady) await doubtLostBatches(platform);
    return recoverByReceipts(platform);
  });
  const sweep = loop('sweep', SWEEP_MS, async () => {
    const more = [await failUnsent(platform), await endLifetimes(platform)];
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
      await forgetPartnerActions(platform),
    ];
    return more.includes(true);
  });
  const audit = loop('audit', AUDIT_MS, async () => {
    const findings = await auditMoney(platform);
    metrics.set('volley_audit_rows', findings.length);
    if (findings.length > 0) log.error({ findings: findings.slice(0, 20) }, 'the audit found a difference');
    return false;
  });

  bus.onRing('sweep', () => sweep.wake());
  bus.onRing('removals', () => removals.wake());
  const all: WorkerLoop[] = [
    doubts,
    sweep,
    housekeeping,
    removals,
    audit,
    startCascadeLoop(platform),
    startSenderLoop(platform),
    startUploadLoop(platform),
    startClockStepLoop(platform),
  ];
  return { stop: async () => void (await Promise.all(all.map((one) => one.stop()))) };
}
