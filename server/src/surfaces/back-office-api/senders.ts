import * as contract from '@volley/contract/back-office/senders.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { getSenderAs, judgeSenderAs, listSendersAs } from '../../features/back-office/review-senders.ts';
import type { SenderVerdict } from '../../features/senders/moderate-sender.ts';
import type { Sender } from '../../features/senders/sender.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';

export function mountReview(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
  mount(app, contract.listSenders, platform, async ({ query }) => {
    const { total, items } = await listSendersAs(platform, query);
    return { page: query.page, perPage: query.perPage, total, items: items.map(shown) };
  });

  mount(app, contract.getSender, platform, async ({ params }) => {
    const { sender, documents } = await getSenderAs(platform, params.id);
    return {
      ...shown(sender),
      documents: documents.map(({ id, filename, mediaType, sizeBytes, createdAt }) => ({
        documentId: id,
        filename,
        mediaType,
        sizeBytes,
        createdAt: formatDatetime(createdAt),
      })),
    };
  });

  mount(app, contract.judgeSender, platform, async ({ actor, params, body }) =>
    shown(await judgeSenderAs(platform, actor, params.id, verdictOf(body))),
  );
}

function verdictOf({ status, managerComment, plan }: BodyOf<typeof contract.judgeSender>): SenderVerdict {
  switch (status) {
    case 'INTERNAL_REVIEW':
      return { kind: 'take' };
    case 'EXTERNAL_REVIEW':
      return { kind: 'forward', plan: plan ?? 'START' };
    case 'APPROVED':
      return { kind: 'accept' };
    case 'REJECTED':
      return { kind: 'reject', managerComment: managerComment ?? '' };
    case 'DENIED':
      return { kind: 'deny', ...(managerComment !== undefined && { managerComment }) };
  }
}

function shown({ feeMicros, ...sender }: Sender) {
  return {
    ...sender,
    fee: feeMicros === null ? null : decimalFromMicros(feeMicros),
    dateFrom: formatDatetime(sender.dateFrom),
    dateTo: formatDatetimeOrNull(sender.dateTo),
    rejectedAt: formatDatetimeOrNull(sender.rejectedAt),
    createdAt: formatDatetime(sender.createdAt),
  };
}
