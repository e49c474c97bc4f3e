import type { BodyOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/messaging/sender-names.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { senderNameFaults } from '@volley/domain/senders/sender-name.ts';
import {
  createSenderName,
  getSenderName,
  listSenderNames,
  type SenderNameDraft,
  updateSenderName,
} from '../../features/senders/sender-names.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { type Sound, withRules } from '../http/request-input.ts';
import { senderChangeOf, senderShower } from '../presentation/shown-sender.ts';

const RUSSIA = 'RU';
/** Every sender name has a brand; it has no effect on channels without operators. */
const ANY_BRAND = 'MTS';

export function mountSenderNames(app: ApiServer, platform: Platform): void {
  const shownSender = senderShower(platform.config);
  mountChange(app, withRules(contract.createSenderName, nameFaults), platform, {
    act: ({ actor, body, files }) => createSenderName(platform, actor, draftOf(body), files),
    show: shownSender,
  });

  mount(app, contract.listSenderNames, platform, async ({ actor, query }) => {
    const { page, per_page: perPage, channel_type, country_code, brand, common_type, status } = query;
    const filter = { channelType: channel_type, countryCode: country_code, brand, commonType: common_type, status };
    const { total, items } = await listSenderNames(platform, actor, { ...filter, page, perPage });
    return { page, perPage, total, items: items.map(shownSender) };
  });

  mount(app, contract.getSenderName, platform, async ({ actor, params }) =>
    shownSender(await getSenderName(platform, actor, params.id)),
  );

  mount(app, contract.updateSenderName, platform, async ({ actor, params, body, files }) =>
    shownSender(await updateSenderName(platform, actor, { id: params.id, change: senderChangeOf(body) }, files)),
  );
}

type NameBody = BodyOf<typeof contract.createSenderName>;

function nameFaults({ senderName, channelType, brand }: Sound<NameBody>): Fault[] {
  const lacksBrand = brand === undefined && channelType === 'SMS';
  return [
    ...senderNameFaults(senderName, channelType, brand),
    ...(lacksBrand ? [{ field: 'brand', reason: 'is required for SMS', code: 'required' } as const] : []),
  ];
}

function draftOf(body: NameBody): SenderNameDraft {
  const { channelType, senderName, commonType, brand, dateFrom, countryCode = RUSSIA, description } = body;
  refuseFaults(nameFaults(body));
  return {
    channelType,
    senderName,
    commonType,
    brand: brand ?? ANY_BRAND,
    dateFrom: new Date(dateFrom),
    countryCode,
    ...(description !== undefined && { description }),
  };
}
