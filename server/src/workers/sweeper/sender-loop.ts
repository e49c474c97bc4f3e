// Sender names and templates start and end at their dates; sender fees fall due.
import { ageSenders } from '../../features/senders/age-senders.ts';
import { chargeSenderFees } from '../../features/senders/charge-fees.ts';
import { ageTemplates } from '../../features/templates/age-templates.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const CHECK_MS = 1_000;

export function startSenderLoop(platform: Platform): WorkerLoop {
  const { bus, loops } = platform;
  const round = async () => {
    const more = [await ageSenders(platform), await chargeSenderFees(platform), await ageTemplates(platform)];
    return more.includes(true);
  };
  const loop = loops.start({ name: 'senders', idleMs: CHECK_MS, round });
  bus.onWake('sweep', () => loop.wake());
  return loop;
}
