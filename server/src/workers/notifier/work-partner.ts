// Callbacks of the partner API: one object a request, and above 1,000 waiting events one probe in five minutes.
import {
  type ClaimedEndpoint,
  keepFailedProbe,
  keepTries,
  needsProbe,
  nextEvents,
} from '../../features/callbacks/deliver-callbacks.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EventTarget } from './open-targets.ts';
import { postEvents } from './post-events.ts';
import { tellGivenUp, type WorkResult } from './work-result.ts';

export async function workPartner(
  platform: Platform,
  endpoint: ClaimedEndpoint,
  to: EventTarget,
  isStopping: () => boolean,
): Promise<WorkResult> {
  let failing = endpoint.failing;
  let probing = false;
  if (failing && (await needsProbe(platform, endpoint.id))) {
    probing = !(await probe(platform, endpoint, to));
    failing = probing;
  }
  while (!probing && !isStopping()) {
    const due = await nextEvents(platform, endpoint.id);
    if (due.length === 0) break;
    const { tried, attempts } = await postEvents(platform, to, due);
    tellGivenUp(platform, endpoint, await keepTries(platform, endpoint, tried, attempts));
    failing = tried.every(({ due: portion, failed }) => failed.length === portion.events.length);
    probing = failing && (await needsProbe(platform, endpoint.id));
  }
  return { failing, probing };
}

/** One event stands for all. When it fails, all that was due counts as tried. */
async function probe(platform: Platform, endpoint: ClaimedEndpoint, to: EventTarget): Promise<boolean> {
  const [first] = await nextEvents(platform, endpoint.id);
  const [event] = first?.events ?? [];
  if (first === undefined || event === undefined) return true;
  const { tried, attempts } = await postEvents(platform, to, [{ ...first, events: [event] }]);
  if (tried.every(({ failed }) => failed.length === 0)) return true;
  tellGivenUp(platform, endpoint, await keepFailedProbe(platform, endpoint, attempts));
  return false;
}
