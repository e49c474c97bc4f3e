import * as contract from '@volley/contract/console/search.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { stateOfStatus } from '@volley/domain/sending/message-state.ts';
import { messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import { findThings } from '../../features/reports/companies/find-things.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountSearch(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.search, platform, async ({ actor, query }) => {
    const { messages, dispatches, ...found } = await findThings(platform, actor, query.q);
    return {
      ...found,
      messages: messages.map(({ status, createdAt, ...message }) => ({
        ...message,
        state: stateOfStatus(messageStatusOfCode(status) ?? 'CREATED'),
        createdAt: formatDatetime(createdAt),
      })),
      dispatches: dispatches.map(({ createdAt, ...dispatch }) => ({
        ...dispatch,
        createdAt: formatDatetime(createdAt),
      })),
    };
  });
}
