import type { ClaimedEndpoint } from '../../features/callbacks/deliver-callbacks.ts';
import type { Platform } from '../../platform/platform.ts';

export type WorkResult = {
  /** The last portion did not get through. */
  readonly failing: boolean;
  readonly probing: boolean;
};

export function tellGivenUp({ log }: Pick<Platform, 'log'>, endpoint: ClaimedEndpoint, events: number): void {
  if (events > 0) log.warn({ endpoint: endpoint.id, events }, 'callbacks given up after a day');
}
