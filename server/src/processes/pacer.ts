import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { runPacer } from '../workers/pacer/run-pacer.ts';

export function startPacer(platform: Platform, shutdown: Shutdown): void {
  const worker = runPacer(platform);
  shutdown.add('pacer', () => worker.stop());
}
