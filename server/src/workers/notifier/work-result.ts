import type { ClaimedTarget } from '../../features/callbacks/partner/deliver-callbacks.ts';
import type { Platform } from '../../platform/platform.ts';

export type RunResult = {
  /** The last portion failed. */
  readonly failing: boolean;
  readonly probing: boolean;
};

export function logGivenUp({ log }: Pick<Platform, 'log'>, target: ClaimedTarget, events: number): void {
  if (events > 0) log.warn({ endpoint: target.id, events }, 'callbacks given up after a day');
}
