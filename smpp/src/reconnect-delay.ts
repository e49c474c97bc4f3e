// How long to wait before the next try to bind. There is always a next try: an operator that restarts, is over its
// session limit or has a password changed on its side answers again without a person on ours.
import { commandStatus } from './commands.ts';

export type ReconnectDelays = {
  /** After a lost session, an unreachable peer or a refusal that passes by itself. The last one repeats. */
  readonly plainMs: readonly number[];
  /** After a refused password or system id: slower, because many wrong tries lock an account. */
  readonly credentialsMs: readonly number[];
};

export const defaultReconnectDelays: ReconnectDelays = {
  plainMs: [250, 1_000, 5_000, 10_000, 30_000, 60_000],
  credentialsMs: [5_000, 30_000, 60_000, 120_000, 300_000],
};

const credentialStatuses: ReadonlySet<number> = new Set([commandStatus.invalidPassword, commandStatus.invalidSystemId]);

/** `failures`: tries that failed in a row before this one. `status`: of the refused bind, if there was one. */
export function reconnectDelayMs(delays: ReconnectDelays, failures: number, status?: number): number {
  const row = status !== undefined && credentialStatuses.has(status) ? delays.credentialsMs : delays.plainMs;
  return row[Math.min(failures, row.length - 1)] ?? 0;
}
