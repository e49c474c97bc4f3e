import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/partner/senders.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { releaseHeld } from '../../features/dispatches/release-held.ts';
import { createSender } from '../../features/senders/create-sender.ts';
import { getSender } from '../../features/senders/get-sender.ts';
import { listSenders } from '../../features/senders/list-senders.ts';
import type { Sender } from '../../features/senders/sender.ts';
import { suspendSender, unsuspendSender } from '../../features/senders/suspend-sender.ts';
import { updateSender } from '../../features/senders/update-sender.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount, mountChange } from '../mount-endpoint.ts';

const RUSSIA = 1;

export function mountSenders(app: ApiServer, platform: Pick<Platform, 'db' | 'bus' | 'config'>): void {
  mountChange(
    app,
    contract.createSender,
    platform,
    ({ actor, body }) => {
      const { countryId = RUSSIA, documentIds = [], ...rest } = body;
      const draft = { ...rest, countryId, documentIds, dateFrom: new Date(body.dateFrom) };
      return createSender(platform, actor, draft);
    },
    shown,
  );

  mount(app, contract.listSenders, platform, async ({ actor, query }) => {
    const senders = await listSenders(platform, actor, query);
    return senders.map(shown);
  });

  mount(app, contract.getSender, platform, async ({ actor, params, query }) =>
    shown(await getSender(platform, actor, { ...query, id: params.id })),
  );

  mount(app, contract.updateSender, platform, async ({ actor, params, body }) =>
    shown(await updateSender(platform, actor, params.id, changeOf(body))),
  );

  mountChange(
    app,
    contract.suspendSender,
    platform,
    ({ actor, params, body }) => suspendSender(platform, actor, params.id, body.reason),
    shown,
  );

  mountChange(
    app,
    contract.unsuspendSender,
    platform,
    async ({ actor, params }) => freed(platform, await unsuspendSender(platform, actor, params.id)),
    shown,
  );
}

/** Held messages go on with the answer and not some seconds after it. */
async function freed(platform: Pick<Platform, 'db' | 'bus'>, sender: Sender): Promise<Sender> {
  await releaseHeld(platform, { companyId: sender.companyId, senderId: sender.id });
  return sender;
}

/** Field by field: a body may carry members that are not the caller's to change. */
function changeOf({ senderName, commonType, dateFrom, dateTo, documentIds }: BodyOf<typeof contract.updateSender>) {
  return {
    ...(senderName !== undefined && { senderName }),
    ...(commonType !== undefined && { commonType }),
    ...(dateFrom !== undefined && { dateFrom: new Date(dateFrom) }),
    ...(dateTo !== undefined && { dateTo: dateTo === null ? null : new Date(dateTo) }),
    ...(documentIds !== undefined && { documentIds }),
  };
}

function shown({ feeMicros, suspendReason, ...sender }: Sender) {
  // For review only: not part of what a partner sees.
  const { description: _description, documentIds: _documentIds, ...rest } = sender;
  return {
    ...rest,
    ...(rest.suspended && suspendReason !== null && { suspendReason }),
    fee: feeMicros === null ? null : decimalFromMicros(feeMicros),
    dateFrom: formatDatetime(rest.dateFrom),
    dateTo: formatDatetimeOrNull(rest.dateTo),
    rejectedAt: formatDatetimeOrNull(rest.rejectedAt),
    createdAt: formatDatetime(rest.createdAt),
  };
}
