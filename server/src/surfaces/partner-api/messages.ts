import { formatDatetime, formatDatetimeOrNull, parseDatetime } from '@volley/contract/datetime.ts';
import type { QueryOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/partner/messages.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { MessageItem } from '../../features/messages/message-item.ts';
import { listChangedMessages } from '../../features/reports/messages/changed-messages.ts';
import { getPartnerMessage, listPartnerMessages } from '../../features/reports/messages/partner-messages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';

type Query = QueryOf<typeof contract.listMessages>;

export function mountMessages(app: ApiServer, platform: Platform): void {
  mount(app, contract.listMessages, platform, async ({ actor, query }) => {
    const { updatedSince, page, perPage } = query;
    if (updatedSince !== undefined) return changed(platform, actor, { ...query, updatedSince });
    const { from, to, ...rest } = query;
    const times = {
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(to) }),
    };
    const { total, items } = await listPartnerMessages(platform, actor, { ...rest, ...times });
    return { page, perPage, total, items: items.map(shown) };
  });

  mount(app, contract.getMessage, platform, async ({ actor, params }) =>
    shown(await getPartnerMessage(platform, actor, params.messageUuid)),
  );
}

/** Filters that would hide a change cannot be combined with updatedSince. */
const ALONE = ['status', 'destination', 'from', 'to'] as const;

async function changed(platform: Platform, actor: Actor, query: Query & { readonly updatedSince: string }) {
  const beside = ALONE.find((name) => query[name] !== undefined);
  if (beside !== undefined)
    throw new Refusal('bad-request', { field: beside, problem: 'cannot be combined with updatedSince' });
  const { updatedSince, perPage } = query;
  const { items, ...rest } = await listChangedMessages(platform, actor, {
    ...query,
    updatedSince: parseDatetime(updatedSince) ?? updatedSince,
  });
  return { page: 1, perPage, total: items.length, items: items.map(shown), ...rest };
}

function shown<Item extends MessageItem>({ priceMicros, waitsFor, errorCode, providerCode, ...message }: Item) {
  return {
    ...message,
    price: decimalFromMicros(priceMicros),
    createdAt: formatDatetime(message.createdAt),
    sentAt: formatDatetimeOrNull(message.sentAt),
    deliveredAt: formatDatetimeOrNull(message.deliveredAt),
    ...(waitsFor !== null && { waitsFor }),
    ...(errorCode !== null && { errorCode }),
    ...(providerCode !== null && { providerCode }),
  };
}
