import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { runConnector } from '../workers/connector/run-connector.ts';

export function startConnector(platform: Platform, shutdown: Shutdown): void {
  const worker = runConnector(platform);
  shutdown.add('connector', () => worker.stop());
}
