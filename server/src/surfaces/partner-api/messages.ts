import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/messages.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { listMessages } from '../../features/messages/list-messages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountMessages(app: ApiServer, platform: Platform): void {
  mount(app, contract.listMessages, platform, async ({ actor, query }) => {
    const { page, perPage } = query;
    const { total, items } = await listMessages(platform, actor, query);
    return { page, perPage, total, items: items.map(shown) };
  });
}

type Listed = Awaited<ReturnType<typeof listMessages>>['items'][number];

function shown({ priceMicros, errorCode, ...message }: Listed) {
  return {
    ...message,
    price: decimalFromMicros(priceMicros),
    createdAt: formatDatetime(message.createdAt),
    sentAt: formatDatetimeOrNull(message.sentAt),
    deliveredAt: formatDatetimeOrNull(message.deliveredAt),
    ...(errorCode !== null && { errorCode }),
  };
}
