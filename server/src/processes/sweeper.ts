import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { runSweeper } from '../workers/sweeper/run-sweeper.ts';

export function startSweeper(platform: Platform, shutdown: Shutdown): void {
  const worker = runSweeper(platform);
  shutdown.add('sweeper', () => worker.stop());
}
