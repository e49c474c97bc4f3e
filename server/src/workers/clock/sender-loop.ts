// Names begin, end and are paid for because time passes; templates begin and end.
import { ageSenders } from '../../features/senders/age-senders.ts';
import { chargeSenderFees } from '../../features/senders/charge-fees.ts';
import { ageTemplates } from '../../features/templates/age-templates.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerLoop } from '../../platform/worker-loop.ts';

const LOOK_MS = 1_000;

export function startSenderLoop(platform: Platform): WorkerLoop {
  const { bus, loops } = platform;
  const round = async () => {
    const more = [await ageSenders(platform), await chargeSenderFees(platform), await ageTemplates(platform)];
    return more.includes(true);
  };
  const loop = loops.start({ name: 'senders', idleMs: LOOK_MS, round });
  bus.onRing('sweep', () => loop.wake());
  return loop;
}
