import * as contract from '@volley/contract/back-office/moderation/review.ts';
import { formatDatetime } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import { hasCapability } from '@volley/domain/people/staff-role.ts';
import {
  type ReviewCard,
  readReviewBoard,
  readSenderReview,
  type SenderReview,
} from '../../features/reports/senders/review-board.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { shownDocument, shownSender } from '../presentation/shown-sender.ts';

export function mountReviewBoard(app: ApiServer, platform: Pick<Platform, 'db'>): void {
  mount(app, contract.reviewSenders, platform, async ({ query }) => {
    const { total, counts, items } = await readReviewBoard(platform, query);
    return { page: query.page, perPage: query.perPage, total, counts, items: items.map(shownCard) };
  });

  mount(app, contract.reviewSender, platform, async ({ actor, params }) =>
    shown(await readSenderReview(platform, params.id, { withHistory: hasCapability(actor.roles, 'senders.moderate') })),
  );
}

function shownCard({ createdAt, waitingSince, similar, ...card }: ReviewCard) {
  return {
    ...card,
    createdAt: formatDatetime(createdAt),
    waitingSince: formatDatetime(waitingSince),
    similar: similar.map(({ id, senderName, companyId, companyName }) => ({ id, senderName, companyId, companyName })),
  };
}

function shown({ card, sender, documents, checks, history, brandFee, nextId }: SenderReview) {
  const { description, dateFrom, dateTo, countryCode, managerComment, suspendReason, rejectedAt } = shownSender(sender);
  const currency = brandFee?.currency ?? 'RUB';
  const money = (micros: bigint) => ({ value: decimalFromMicros(micros), currency });
  return {
    card: shownCard(card),
    description,
    dateFrom,
    dateTo,
    countryCode,
    managerComment,
    suspendReason,
    rejectedAt,
    fee: sender.feeMicros === null ? null : money(sender.feeMicros),
    brandFee: brandFee === null ? null : money(brandFee.valueMicros),
    documents: documents.map(shownDocument),
    checks,
    history: history.map(({ at, ...step }) => ({ ...step, at: formatDatetime(at) })),
    nextId,
  };
}
