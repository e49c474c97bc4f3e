// Delay before the next bind. Reconnecting never stops: an operator that restarts, exceeds its session limit or changes
// a password accepts the bind again without manual action here.
import { commandStatus } from './codec/commands.ts';

export type ReconnectDelays = {
  /** After a lost session, an unreachable peer or a temporary refusal. The last delay repeats. */
  readonly plainMs: readonly number[];
  /** After a refused password or system id: slower, because repeated wrong passwords lock an account. */
  readonly credentialsMs: readonly number[];
};

export const defaultReconnectDelays: ReconnectDelays = {
  plainMs: [250, 1_000, 5_000, 10_000, 30_000, 60_000],
  credentialsMs: [5_000, 30_000, 60_000, 120_000, 300_000],
};

const credentialStatuses: ReadonlySet<number> = new Set([commandStatus.invalidPassword, commandStatus.invalidSystemId]);

/** `failures`: failed attempts in a row before this one. `status`: of the refused bind, if any. */
export function reconnectDelayMs(delays: ReconnectDelays, failures: number, status?: number): number {
  const row = status !== undefined && credentialStatuses.has(status) ? delays.credentialsMs : delays.plainMs;
  return row[Math.min(failures, row.length - 1)] ?? 0;
}
