import { probeCaptchas } from '../../features/verification/captcha-health/probe-captchas.ts';
import { advancePlans } from '../../features/verification/plan/advance-plans.ts';
import { countFacts } from '../../features/verification/plan/count-figures.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const PLANS_MS = 250;
const FIGURES_MS = 1_000;
const PROBES_MS = 3_000;

/**
 * Sends codes over their next channels, often, because a person waits; counts conversions; observes the providers of
 * captchas.
 */
export function startVerificationLoops(platform: Platform): WorkerLoop[] {
  const { loops } = platform;
  return [
    loops.start({ name: 'verification plans', idleMs: PLANS_MS, round: () => advancePlans(platform) }),
    loops.start({ name: 'verification figures', idleMs: FIGURES_MS, round: () => countFacts(platform) }),
    loops.start({ name: 'captcha probes', idleMs: PROBES_MS, round: () => probeCaptchas(platform) }),
  ];
}
