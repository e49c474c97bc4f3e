import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { runClock } from '../workers/clock/run-clock.ts';

export function startClock(platform: Platform, shutdown: Shutdown): void {
  const worker = runClock(platform);
  shutdown.add('clock', () => worker.stop());
}
