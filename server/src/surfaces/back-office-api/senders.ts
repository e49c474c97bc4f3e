import * as contract from '@volley/contract/back-office/moderation/senders.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { getSenderAs, judgeSenderAs, listSendersAs } from '../../features/back-office/review-senders.ts';
import type { SenderVerdict } from '../../features/senders/moderate-sender.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { shownDocument, shownSender } from '../presentation/shown-sender.ts';

export function mountReview(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
  mount(app, contract.listSenders, platform, async ({ query }) => {
    const { total, items } = await listSendersAs(platform, query);
    return { page: query.page, perPage: query.perPage, total, items: items.map(shownSender) };
  });

  mount(app, contract.getSender, platform, async ({ params }) => {
    const { sender, documents } = await getSenderAs(platform, params.id);
    return { ...shownSender(sender), documents: documents.map(shownDocument) };
  });

  mount(app, contract.judgeSender, platform, async ({ actor, params, body }) =>
    shownSender(await judgeSenderAs(platform, actor, params.id, verdictOf(body))),
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
