// Alerts to people on duty: one loop decides, another sends, so that a slow receiver delays no decision.
import { openDutyLeadership, runDutyRound } from '../../features/duty/alerts/run-duty-round.ts';
import { deliverNotices } from '../../features/duty/notices/deliver-notices.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const ROUND_MS = 10_000;
const DELIVERY_MS = 5_000;

export function startDutyLoops(platform: Platform): readonly WorkerLoop[] {
  const { loops } = platform;
  const leadership = openDutyLeadership(platform);
  const delivery = loops.start({
    name: 'duty notices',
    idleMs: DELIVERY_MS,
    round: () => deliverNotices(platform),
  });
  const rounds = loops.start({
    name: 'duty alerts',
    idleMs: ROUND_MS,
    round: async () => {
      if (await runDutyRound(platform, leadership)) delivery.wake();
      return false;
    },
  });
  const leader = {
    ...rounds,
    stop: async () => {
      await rounds.stop();
      await leadership.leave();
    },
  };
  return [leader, delivery];
}
