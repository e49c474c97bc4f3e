import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { runNotifier } from '../workers/notifier/run-notifier.ts';

export function startNotifier(platform: Platform, shutdown: Shutdown): void {
  const { callbackAllow } = platform.config;
  if (callbackAllow.length > 0)
    platform.log.warn({ callbackAllow }, 'callbacks may reach these addresses, private as they are');
  const worker = runNotifier(platform);
  shutdown.add('notifier', () => worker.stop());
}
