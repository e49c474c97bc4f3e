import { formatDatetime } from '@volley/contract/datetime.ts';
import type { BodyOf, QueryOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/messaging/dispatches.ts';
import { rateProblem } from '@volley/domain/dispatches/dispatch-rate.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { compileText } from '@volley/domain/text/text-substitution.ts';
import { addRecipients } from '../../features/dispatches/messaging/add-recipients.ts';
import { createMessagingDispatch } from '../../features/dispatches/messaging/create-messaging-dispatch.ts';
import {
  getMessagingDispatch,
  listMessagingDispatches,
} from '../../features/dispatches/messaging/list-messaging-dispatches.ts';
import type {
  MessagingDispatchDraft,
  MessagingDispatchFilter,
  MessagingDispatchItem,
} from '../../features/dispatches/messaging/messaging-dispatch.ts';
import { startMessagingDispatch } from '../../features/dispatches/messaging/start-messaging-dispatch.ts';
import { stopDispatch } from '../../features/dispatches/stop-dispatch.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { type Sound, withRules } from '../http/request-input.ts';
import { cascadeOf, contentOf, newReading, type Reading, readSound, settingsOf } from './send-items.ts';

export function mountDispatches(app: ApiServer, platform: Platform): void {
  const reading = () => newReading(platform);
  mountChange(
    app,
    withRules(contract.createDispatch, (body) => draftFaults(body, reading())),
    platform,
    {
      act: ({ actor, body }) => createMessagingDispatch(platform, actor, draftOf(body, reading())),
      show: (created) => created,
    },
  );
  mountChange(app, contract.addRecipients, platform, {
    act: ({ actor, params, body }) => addRecipients(platform, actor, params.id, body),
    show: (added) => added,
  });
  mountChange(app, contract.startDispatch, platform, {
    act: ({ actor, params }) => startMessagingDispatch(platform, actor, params.id),
    show: (started) => started,
  });
  mountChange(app, contract.stopDispatch, platform, {
    act: ({ actor, params }) => stopDispatch(platform, actor, params.id),
    show: () => '' as const,
  });
  mount(app, contract.listDispatches, platform, async ({ actor, query }) => {
    const { page, per_page: perPage } = query;
    const { total, items } = await listMessagingDispatches(platform, actor, filterOf(query), { page, perPage });
    return { page, perPage, total, items: items.map(shown) };
  });
  mount(app, contract.getDispatch, platform, async ({ actor, params }) =>
    shown(await getMessagingDispatch(platform, actor, params.id)),
  );
}

type DraftBody = BodyOf<typeof contract.createDispatch>;

function draftOf(body: DraftBody, reading: Reading): MessagingDispatchDraft {
  const { rate, rateTerm } = body;
  const draft = {
    name: body.dispatchName,
    channelType: body.channelType,
    senderName: body.senderName,
    ...contentOf({ ...body, shortUrl: isMeasuredLater(body) }, '', reading),
    ...settingsOf(body, body.channelType, '', reading),
    rate: rate === undefined || rateTerm === undefined ? null : { rate, rateTerm },
    tags: body.tags === undefined || body.tags.length === 0 ? null : body.tags,
    cascade: cascadeOf(body, '', reading),
  };
  refuseFaults(allFaults(body, reading));
  return draft;
}

/** The same for a body without its invalid members. */
function draftFaults(body: Sound<DraftBody>, reading: Reading): readonly Fault[] {
  readSound({ ...body, shortUrl: isMeasuredLater(body) }, '', reading);
  return allFaults(body, reading);
}

/** A dispatch has one text for all, so a bad one refuses it. */
const allFaults = (body: Sound<DraftBody>, { faults, badTexts }: Reading) => [
  ...faults,
  ...badTexts,
  ...rateFaults(body),
];

function rateFaults({ rate, rateTerm }: Sound<Pick<DraftBody, 'rate' | 'rateTerm'>>): Fault[] {
  const found = rateProblem(rate, rateTerm);
  return found === undefined ? [] : [{ field: found.field, reason: found.problem, code: found.code }];
}

const isMeasuredLater = ({ content, shortUrl }: Sound<Pick<DraftBody, 'content' | 'shortUrl'>>) =>
  shortUrl === true || holdsPlaceholders(content);

/** A text with placeholders is measured with the values of each recipient. */
const holdsPlaceholders = (content: unknown) => typeof content === 'string' && compileText(content).plain === undefined;

function filterOf(query: QueryOf<typeof contract.listDispatches>): MessagingDispatchFilter {
  return {
    ...(query.status && { status: query.status }),
    ...(query.channel_type && { channelType: query.channel_type }),
    ...(query.sender_name && { senderName: query.sender_name }),
    ...(query.traffic_center_id && { trafficCenterId: query.traffic_center_id }),
    ...(query.time_from !== undefined && { timeFrom: new Date(query.time_from) }),
    ...(query.time_to !== undefined && { timeTo: new Date(query.time_to) }),
  };
}

function shown(item: MessagingDispatchItem) {
  return {
    dispatchId: item.dispatchId,
    dispatchName: item.name,
    created: formatDatetime(item.createdAt),
    ...(item.localSendTime !== null && { localSendTime: item.localSendTime }),
    ...(item.localCompletionTime !== null && { localCompletionTime: item.localCompletionTime }),
    useLocalTime: item.useLocalTime,
    status: item.status,
    channelType: item.channelType,
    source: item.senderName,
    message: item.text,
    trafficCenterId: item.trafficCenterId,
    trafficCenterName: item.trafficCenterName,
    ...item.rate,
    parts: item.parts,
    messages: item.messages,
  };
}
