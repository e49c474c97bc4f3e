// Delivers callbacks of the partner API: one event per request. A failing target with more than 1,000 waiting events
// gets one probe per five minutes.
import {
  type ClaimedTarget,
  needsProbe,
  nextEvents,
  storeFailedProbe,
  storeTries,
} from '../../features/callbacks/partner/deliver-callbacks.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenTarget } from './open-targets.ts';
import { postEvents } from './post-events.ts';
import { logGivenUp, type RunResult } from './work-result.ts';

export async function runPartnerTarget(
  platform: Platform,
  target: ClaimedTarget,
  to: OpenTarget,
  isStopping: () => boolean,
): Promise<RunResult> {
  let failing = target.failing;
  let probing = false;
  if (failing && (await needsProbe(platform, target.id))) {
    probing = !(await probe(platform, target, to));
    failing = probing;
  }
  while (!probing && !isStopping()) {
    const due = await nextEvents(platform, target.id);
    if (due.length === 0) break;
    const { tried, attempts } = await postEvents(platform, to, due);
    logGivenUp(platform, target, await storeTries(platform, target, tried, attempts));
    failing = tried.every(({ due: portion, failed }) => failed.length === portion.events.length);
    probing = failing && (await needsProbe(platform, target.id));
  }
  return { failing, probing };
}

/** Posts a single event. If it fails, all due events count as tried. */
async function probe(platform: Platform, target: ClaimedTarget, to: OpenTarget): Promise<boolean> {
  const [first] = await nextEvents(platform, target.id);
  const [event] = first?.events ?? [];
  if (first === undefined || event === undefined) return true;
  const { tried, attempts } = await postEvents(platform, to, [{ ...first, events: [event] }]);
  if (tried.every(({ failed }) => failed.length === 0)) return true;
  logGivenUp(platform, target, await storeFailedProbe(platform, target, attempts));
  return false;
}
