// POST /sandbox/v1/clock {"advanceSeconds": n}: mounted in test mode only, never part of the APIs. The answer waits
// for the simulated operators to move too, so that their delays end with the time that the caller skips.
import { formatDatetime } from '@volley/contract/datetime.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { advanceSandboxClock } from '../../platform/clock/sandbox-clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';

const ADVANCE_SECONDS_MAX = 400 * 86_400;
export const SANDBOX_CLOCK_PATH = '/sandbox/v1/clock';

export function mountSandboxClock(
  app: ApiServer,
  { db, bus, clock, costs, config, log }: Pick<Platform, 'db' | 'bus' | 'clock' | 'costs' | 'config' | 'log'>,
): void {
  app.http.post(SANDBOX_CLOCK_PATH, async (request) => {
    const seconds = secondsOf(request.body);
    const now = await advanceSandboxClock(db, seconds, costs.partitionDaysAhead);
    await clock.resync();
    await notifyFollower(config.clockFollower, seconds).catch((error: unknown) =>
      log.warn({ err: error }, 'the clock follower did not move'),
    );
    for (const subject of ['clock', 'pace', 'sweep', 'notify', 'requeue']) bus.wake(subject);
    return { now: formatDatetime(now) };
  });
}

const FOLLOWER_TIMEOUT_MS = 5_000;

async function notifyFollower(address: string, advanceSeconds: number): Promise<void> {
  if (address === '') return;
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
    signal: AbortSignal.timeout(FOLLOWER_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
}

function secondsOf(body: unknown): number {
  const seconds =
    typeof body === 'object' && body !== null && 'advanceSeconds' in body ? body.advanceSeconds : undefined;
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= ADVANCE_SECONDS_MAX)
    return seconds;
  throw new Refusal('bad-request', {
    field: 'advanceSeconds',
    problem: 'must be an integer number of seconds, at most 400 days',
  });
}
