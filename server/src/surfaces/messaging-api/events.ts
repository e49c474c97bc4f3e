import { showEvent } from '@volley/contract/callbacks/show-event.ts';
import * as contract from '@volley/contract/messaging/events.ts';
import { readFeed } from '../../features/callbacks/read-feed.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountEvents(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.listEvents, platform, async ({ actor, query }) => {
    const { events, firstNumber, lastNumber } = await readFeed(platform, actor, query);
    return { items: events.map(({ number, event }) => showEvent(number, event)), firstNumber, lastNumber };
  });
}
