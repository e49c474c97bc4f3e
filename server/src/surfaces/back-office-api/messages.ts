import * as contract from '@volley/contract/back-office/messages.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { traceMessage } from '../../features/reports/messages/message-trace.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

export function mountTrace(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.traceMessage, platform, async ({ params }) => {
    const { createdAt, sentAt, finalAt, readAt, ...trace } = await traceMessage(platform, params.id);
    return {
      ...trace,
      createdAt: formatDatetime(createdAt),
      sentAt: formatDatetimeOrNull(sentAt),
      finalAt: formatDatetimeOrNull(finalAt),
      readAt: formatDatetimeOrNull(readAt),
    };
  });
}
