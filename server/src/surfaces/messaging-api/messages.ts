import type { BodyOf, QueryOf } from '@volley/contract/endpoint.ts';
import { listMessages } from '@volley/contract/messaging/message-list.ts';
import * as contract from '@volley/contract/messaging/messages.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { LONG_CODE_DIGITS } from '@volley/domain/text/content-forms.ts';
import { getAccountMessage, listAccountMessages } from '../../features/sends/list-account-messages.ts';
import type { MessageFilter } from '../../features/sends/message-filter.ts';
import type { SendResult } from '../../features/sends/send.ts';
import { sendMessages } from '../../features/sends/send-messages.ts';
import { type StopResult, stopMessages } from '../../features/sends/stop-messages.ts';
import { isSwitchedOn } from '../../features/switches/switches.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { withRules } from '../http/request-input.ts';
import { messageObject } from '../presentation/message-object.ts';
import { asMessages, placeInList } from './cascade-items.ts';
import { mayHoldLongCode, messageFaults, type Naming, newReading, sendItems } from './send-items.ts';

type MessageBody = BodyOf<typeof contract.sendMessages>[number];

export function mountMessages(app: ApiServer, platform: Platform): void {
  const take = async (actor: KeyActor, body: readonly MessageBody[], nameOf?: Naming) => {
    const codeDigitsMax = body.some(mayHoldLongCode) ? await codeDigitsOf(platform, actor.companyId) : undefined;
    const items = await sendItems(body, newReading(platform, codeDigitsMax), nameOf);
    return sendMessages(platform, actor, items, { sendingMethod: 'API' });
  };

  mountChange(
    app,
    // The allowed code length of the account is checked for valid messages only.
    withRules(contract.sendMessages, (body) => messageFaults(body, newReading(platform, LONG_CODE_DIGITS))),
    platform,
    { act: ({ actor, body }) => take(actor, body), show: answered },
  );

  mountChange(app, contract.stopMessages, platform, {
    act: ({ actor, body }) => stopMessages(platform, actor, body.uuids),
    show: stopped,
  });

  mountChange(app, contract.sendCascades, platform, {
    act: ({ actor, body }) => take(actor, asMessages(body), placeInList),
    show: answered,
  });

  mount(app, listMessages, platform, async ({ actor, query }) => {
    const { page, per_page: perPage } = query;
    const { total, items } = await listAccountMessages(platform, actor, filterOf(query), { page, perPage });
    return { page, perPage, total, items: items.map((item) => messageObject(item, actor.currency)) };
  });

  mount(app, contract.getMessage, platform, async ({ actor, params }) =>
    messageObject(await getAccountMessage(platform, actor, params.messageUuid), actor.currency),
  );
}

async function codeDigitsOf({ db }: Platform, companyId: number): Promise<number | undefined> {
  const hasLonger = await read(db, (tx) => isSwitchedOn(tx, 'long-flashcall-codes', companyId));
  return hasLonger ? LONG_CODE_DIGITS : undefined;
}

function answered(results: readonly SendResult[]) {
  return { errors: results.some(({ code }) => code !== 201), items: results };
}

function stopped(results: readonly StopResult[]) {
  return { errors: results.some(({ code }) => code === 403 || code === 404), items: results };
}

type ListQuery = QueryOf<typeof listMessages>;

function filterOf(query: ListQuery): MessageFilter {
  return {
    order: query.sort ?? '-created_time',
    directions: query.direction ?? ['outbound'],
    ...(query.time_from !== undefined && { timeFrom: new Date(query.time_from) }),
    ...(query.time_to !== undefined && { timeTo: new Date(query.time_to) }),
    ...(query.dispatch_id && { dispatchIds: query.dispatch_id }),
    ...(query.message_uuid && { messageUuids: query.message_uuid }),
    ...(query.external_message_id && { externalMessageIds: query.external_message_id }),
    ...(query.destination && { destinations: query.destination.flatMap((one) => normalizeDestination(one) ?? []) }),
    ...(query.status && { status: query.status }),
    ...(query.traffic_center_id && { trafficCenterIds: query.traffic_center_id }),
    ...(query.tags && { tags: query.tags }),
    ...(query.sending_method && { sendingMethods: query.sending_method }),
    ...(query.channel_type && { channelTypes: query.channel_type }),
    ...(query.traffic_type && { trafficTypes: query.traffic_type }),
    ...(query.template_id && { templateIds: query.template_id }),
    ...(query.sender_name && { senderNames: query.sender_name }),
    ...(query.content && { content: query.content }),
    ...(query.content_nor && { contentNor: query.content_nor }),
    ...(query.cascade_message_uuid && { cascadeRoot: query.cascade_message_uuid }),
    ...(query.root !== undefined && { root: query.root }),
    ...(query.ready_to_stop !== undefined && { readyToStop: query.ready_to_stop }),
    ...(query.country_code && { countryCodes: query.country_code }),
    ...(query.dispatch !== undefined && { dispatch: query.dispatch }),
  };
}
