import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/senders.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { createSender } from '../../features/senders/create-sender.ts';
import { getSender } from '../../features/senders/get-sender.ts';
import { listSenders } from '../../features/senders/list-senders.ts';
import type { Sender } from '../../features/senders/sender.ts';
import { suspendSender, unsuspendSender } from '../../features/senders/suspend-sender.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

const RUSSIA = 1;

export function mountSenders(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
  mount(app, contract.createSender, platform, async ({ actor, body }) => {
    const { countryId = RUSSIA, documentIds = [], ...rest } = body;
    const draft = { ...rest, countryId, documentIds, dateFrom: new Date(body.dateFrom) };
    return shown(await createSender(platform, actor, draft));
  });

  mount(app, contract.listSenders, platform, async ({ actor, query }) => {
    const senders = await listSenders(platform, actor, query);
    return senders.map(shown);
  });

  mount(app, contract.getSender, platform, async ({ actor, params, query }) =>
    shown(await getSender(platform, actor, { ...query, id: params.id })),
  );

  mount(app, contract.suspendSender, platform, async ({ actor, params, body }) =>
    shown(await suspendSender(platform, actor, params.id, body.reason)),
  );

  mount(app, contract.unsuspendSender, platform, async ({ actor, params }) =>
    shown(await unsuspendSender(platform, actor, params.id)),
  );
}

function shown({ feeMicros, suspendReason, ...sender }: Sender) {
  return {
    ...sender,
    ...(sender.suspended && suspendReason !== null && { suspendReason }),
    fee: feeMicros === null ? null : decimalFromMicros(feeMicros),
    dateFrom: formatDatetime(sender.dateFrom),
    dateTo: formatDatetimeOrNull(sender.dateTo),
    rejectedAt: formatDatetimeOrNull(sender.rejectedAt),
    createdAt: formatDatetime(sender.createdAt),
  };
}
