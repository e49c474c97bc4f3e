import { showEvent } from '@volley/contract/callbacks/show-event.ts';
import * as contract from '@volley/contract/messaging/events.ts';
import { followFeed } from '../../features/callbacks/feed/follow-feed.ts';
import type { NumberedEvent } from '../../features/callbacks/feed/read-feed.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountEvents(app: ApiServer, platform: Pick<Platform, 'db' | 'shared'>): void {
  let closing = false;
  app.http.addHook('preClose', async () => {
    closing = true;
  });
  mount(app, contract.listEvents, platform, async ({ actor, query }) => {
    const { after, limit, wait, replays_after: replaysAfter } = query;
    const { events, firstNumber, lastNumber, replayed } = await followFeed(platform, actor, {
      after,
      limit,
      waitSeconds: wait,
      isOver: () => closing,
      ...(replaysAfter !== undefined && { replaysAfter }),
    });
    return {
      items: shown(events),
      firstNumber,
      lastNumber,
      ...(replayed && { replayed: shown(replayed.events), lastReplay: replayed.lastReplay }),
    };
  });
}

function shown(events: readonly NumberedEvent[]) {
  return events.map(({ number, event }) => showEvent(number, event));
}
