import { formatDatetime } from '@volley/contract/datetime.ts';
import type { BodyOf, QueryOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/messaging/subscribers.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { type DeletedOnes, deleteSubscribers } from '../../features/subscribers/delete-subscribers.ts';
import { createInvite, type Invite } from '../../features/subscribers/invites.ts';
import { listSubscribers } from '../../features/subscribers/list-subscribers.ts';
import type { Subscriber, SubscriberFilter } from '../../features/subscribers/subscriber.ts';
import { type UploadResult, uploadSubscribers } from '../../features/subscribers/upload-subscribers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { type Sound, withRules } from '../http/request-input.ts';
import { subscriberIdFaults } from '../presentation/subscriber-id-faults.ts';

export function mountSubscribers(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mountChange(app, withRules(contract.uploadSubscribers, idFaults), platform, {
    act: ({ actor, body }) => {
      refuseFaults(idFaults(body));
      return uploadSubscribers(platform, actor, body, body.subscribers);
    },
    show: uploaded,
  });

  mountChange(app, withRules(contract.deleteSubscribers, choiceFaults), platform, {
    act: ({ actor, body }) => {
      refuseFaults(choiceFaults(body));
      return deleteSubscribers(platform, actor, body, deletedOnes(body));
    },
    show: (result) => result,
  });

  mountChange(app, contract.inviteSubscriber, platform, {
    act: ({ actor, body }) => createInvite(platform, actor, body, numberOf(body.destination)),
    show: shownInvite,
  });

  mount(app, contract.listSubscribers, platform, async ({ actor, query }) => {
    const { page, per_page: perPage } = query;
    const { total, items } = await listSubscribers(platform, actor, filterOf(query), { page, perPage });
    return { page, perPage, total, items: items.map(shown) };
  });
}

function idFaults({ channelType, subscribers = [] }: Sound<BodyOf<typeof contract.uploadSubscribers>>): Fault[] {
  return channelType === undefined ? [] : subscriberIdFaults(channelType, subscribers);
}

type DeleteBody = BodyOf<typeof contract.deleteSubscribers>;

function choiceFaults({ subscriberIds, destinations }: Sound<DeleteBody>): Fault[] {
  if (subscriberIds !== undefined && destinations !== undefined)
    return [{ field: 'destinations', reason: 'cannot be combined with subscriberIds', code: 'invalid' }];
  if (subscriberIds !== undefined || destinations !== undefined) return [];
  return [{ field: 'subscriberIds', reason: 'is required unless destinations is given', code: 'required' }];
}

const deletedOnes = ({ subscriberIds, destinations = [] }: DeleteBody): DeletedOnes =>
  subscriberIds === undefined ? { destinations } : { subscriberIds };

function uploaded({ created, updated, refused }: UploadResult) {
  return { errors: refused.length > 0, created, updated, items: refused };
}

function filterOf(query: QueryOf<typeof contract.listSubscribers>): SubscriberFilter {
  return {
    channelTypes: query.channel_type,
    senderNames: query.sender_name,
    subscriberIds: query.subscriber_id,
    destinations: query.destination?.flatMap((one) => normalizeDestination(one) ?? []),
    statuses: query.status,
  };
}

function numberOf(destination: string): string {
  const digits = normalizeDestination(destination);
  if (digits === undefined)
    throw new Refusal('bad-request', { field: 'destination', problem: 'must be a valid phone number' });
  return digits;
}

const shownInvite = ({ expiresAt, ...invite }: Invite) => ({ ...invite, expiresAt: formatDatetime(expiresAt) });

function shown({ createdAt, updatedAt, ...subscriber }: Subscriber) {
  return { ...subscriber, createdAt: formatDatetime(createdAt), updatedAt: formatDatetime(updatedAt) };
}
