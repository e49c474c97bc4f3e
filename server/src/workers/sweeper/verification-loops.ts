import { advancePlans } from '../../features/verification/plan/advance-plans.ts';
import { countFacts } from '../../features/verification/plan/count-figures.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const PLANS_MS = 250;
const FIGURES_MS = 1_000;

/** Sends codes over their next channels, often, because a person waits; and counts conversions. */
export function startVerificationLoops(platform: Platform): WorkerLoop[] {
  const { loops } = platform;
  return [
    loops.start({ name: 'verification plans', idleMs: PLANS_MS, round: () => advancePlans(platform) }),
    loops.start({ name: 'verification figures', idleMs: FIGURES_MS, round: () => countFacts(platform) }),
  ];
}
