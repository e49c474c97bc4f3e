// The subscribers of a bot for the users of a partner: the use cases of the messaging API, by the id of a sender name.
import * as contract from '@volley/contract/console/subscribers.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import type { QueryOf } from '@volley/contract/endpoint.ts';
import { readPhone } from '@volley/domain/numbers/written-phone.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { isInviteChannel } from '@volley/domain/subscribers/invite-link.ts';
import { SUBSCRIBERS_MAX } from '@volley/domain/subscribers/subscriber-status.ts';
import { deleteSubscribers } from '../../../features/subscribers/delete-subscribers.ts';
import { createInvite } from '../../../features/subscribers/invites.ts';
import { listSubscribers } from '../../../features/subscribers/list-subscribers.ts';
import { getOwnBot, type OwnBot } from '../../../features/subscribers/own-bot.ts';
import type { Subscriber, SubscriberFilter } from '../../../features/subscribers/subscriber.ts';
import { type UploadResult, uploadSubscribers } from '../../../features/subscribers/upload-subscribers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiServer } from '../../http/http-server.ts';
import { mount } from '../../http/mount-endpoint.ts';
import { subscriberIdFaults } from '../../presentation/subscriber-id-faults.ts';
import { shownNumber } from '../shown-number.ts';

export function mountBotSubscribers(app: ApiServer, platform: Platform): void {
  mount(app, contract.listBotSubscribers, platform, async ({ actor, params, query }) => {
    const bot = await getOwnBot(platform, actor, params.id);
    const { page, perPage } = query;
    const { total, items } = await listSubscribers(platform, bot, filterOf(bot, query), { page, perPage });
    return {
      ...bot.name,
      counts: bot.counts,
      limit: SUBSCRIBERS_MAX,
      page,
      perPage,
      total,
      items: items.map((subscriber) => shown(subscriber, actor)),
    };
  });

  mount(app, contract.uploadBotSubscribers, platform, async ({ actor, params, body, note }) => {
    const bot = await getOwnBot(platform, actor, params.id);
    refuseFaults(subscriberIdFaults(bot.name.channelType, body.subscribers));
    note((result: UploadResult) => ({ details: { created: result.created, updated: result.updated } }));
    const { created, updated, refused } = await uploadSubscribers(platform, bot, bot.name, body.subscribers);
    return { created, updated, refused: refused.map(({ index }) => index) };
  });

  mount(app, contract.inviteBotSubscriber, platform, async ({ actor, params, body }) => {
    const bot = await getOwnBot(platform, actor, params.id);
    if (!isInviteChannel(bot.name.channelType)) throw new Refusal('not-found', { kind: 'Bot', id: params.id });
    const [digits] = digitsOf(body.destination);
    if (digits === undefined)
      throw new Refusal('bad-request', { field: 'destination', problem: 'must be a valid phone number' });
    const { expiresAt, ...invite } = await createInvite(platform, bot, bot.name, digits);
    return { ...invite, expiresAt: formatDatetime(expiresAt) };
  });

  mount(app, contract.deleteBotSubscribers, platform, async ({ actor, params, body, note }) => {
    const bot = await getOwnBot(platform, actor, params.id);
    note(({ deleted }: { deleted: number }) => ({ details: { deleted } }));
    return deleteSubscribers(platform, bot, bot.name, { subscriberIds: body.subscriberIds });
  });
}

/** Numbers are looked up whole, so a user who sees them masked cannot guess their digits one by one. */
function filterOf({ name }: OwnBot, query: QueryOf<typeof contract.listBotSubscribers>): SubscriberFilter {
  const { destination, subscriberId, status } = query;
  return {
    channelTypes: [name.channelType],
    senderNames: [name.senderName],
    subscriberIds: subscriberId === undefined ? undefined : [subscriberId],
    destinations: destination === undefined ? undefined : digitsOf(destination),
    statuses: status,
  };
}

function digitsOf(written: string): string[] {
  const phone = readPhone(written);
  return 'digits' in phone ? [phone.digits] : [];
}

function shown(subscriber: Subscriber, actor: PartnerConsoleActor) {
  const { subscriberId, provider, destination, status, source, tags } = subscriber;
  return {
    subscriberId,
    ...(provider !== undefined && { provider }),
    destination: destination === null ? null : shownNumber(destination, actor),
    status,
    source,
    tags,
    createdAt: formatDatetime(subscriber.createdAt),
    updatedAt: formatDatetime(subscriber.updatedAt),
  };
}
