import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { runRecorder } from '../workers/recorder/run-recorder.ts';

export function startRecorder(platform: Platform, shutdown: Shutdown): void {
  const worker = runRecorder(platform);
  shutdown.add('recorder', () => worker.stop());
}
