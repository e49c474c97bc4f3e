// The staff's review board of sender names, and the review page of a single name.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { senderNameProblem } from '@volley/domain/senders/sender-name.ts';
import { type ReviewVerdict, reviewMoves } from '@volley/domain/senders/sender-review.ts';
import { type SenderStatus, senderStatusAt } from '@volley/domain/senders/sender-status.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Document } from '../../documents/document.ts';
import { findDocuments } from '../../documents/find-documents.ts';
import { getAnySender } from '../../senders/all-senders.ts';
import type { Sender } from '../../senders/sender.ts';
import {
  countByStatus,
  isNameBlocked,
  type ReviewedSender,
  type ReviewFilter,
  type ReviewStep,
  type SimilarName,
  selectBrandFee,
  selectHistory,
  selectNext,
  selectReviewed,
  selectReviewedSender,
  selectSimilar,
} from './review-board.sql.ts';

export type ReviewCard = ReviewedSender & {
  readonly similar: readonly SimilarName[];
  readonly moves: readonly ReviewVerdict[];
};

export type ReviewBoard = {
  readonly total: number;
  readonly counts: readonly { readonly status: SenderStatus; readonly count: number }[];
  readonly items: readonly ReviewCard[];
};

export function readReviewBoard(
  { db }: Pick<Platform, 'db'>,
  { page, perPage, ...filter }: ReviewFilter & { readonly page: number; readonly perPage: number },
): Promise<ReviewBoard> {
  return read(db, async (tx) => {
    const counts = await countByStatus(tx, filter);
    const wanted = counts.filter(({ status }) => filter.status?.includes(status) ?? true);
    const rows = await selectReviewed(tx, filter, { limit: perPage, offset: (page - 1) * perPage });
    return { total: wanted.reduce((sum, { count }) => sum + count, 0), counts, items: await asCards(tx, rows) };
  });
}

async function asCards(tx: Tx, rows: readonly ReviewedSender[]): Promise<ReviewCard[]> {
  const similar =
    rows.length === 0
      ? []
      : await selectSimilar(
          tx,
          rows.map(({ id }) => id),
        );
  return rows.map((row) => ({
    ...row,
    similar: similar.filter(({ forId }) => forId === row.id),
    moves: reviewMoves(row.status),
  }));
}

/** Automatic checks; a failed check is a hint, not a verdict. */
export type ReviewCheck = {
  readonly check: 'name-rule' | 'name-free' | 'name-unlike-others' | 'documents' | 'still-valid';
  readonly passed: boolean;
};

export type SenderReview = {
  readonly card: ReviewCard;
  readonly sender: Sender;
  readonly documents: readonly Document[];
  readonly checks: readonly ReviewCheck[];
  readonly history: readonly ReviewStep[];
  readonly brandFee: { readonly valueMicros: bigint; readonly currency: string } | null;
  readonly nextId: number | null;
};

/** `withHistory`: only reviewers may see the actions of other staff. */
export function readSenderReview(
  { db }: Pick<Platform, 'db'>,
  id: number,
  { withHistory }: { readonly withHistory: boolean },
): Promise<SenderReview> {
  return read(db, async (tx) => {
    const row = await selectReviewedSender(tx, id);
    if (row === undefined) throw new Refusal('not-found', { kind: 'Sender', id });
    const sender = await getAnySender(tx, id);
    const [card] = await asCards(tx, [row]);
    if (card === undefined) throw new Error(`no review card for sender ${id}`);
    return {
      card,
      sender,
      documents: await findDocuments(tx, sender.companyId, sender.documentIds),
      checks: checksOf(sender, { isBlocked: await isNameBlocked(tx, sender.senderName), card, now: tx.now }),
      history: withHistory ? await selectHistory(tx, id) : [],
      brandFee: (await selectBrandFee(tx, sender.companyId, sender.brand)) ?? null,
      nextId: (await selectNext(tx, id, sender.status)) ?? null,
    };
  });
}

function checksOf(
  sender: Sender,
  { isBlocked, card, now }: { isBlocked: boolean; card: ReviewCard; now: Date },
): ReviewCheck[] {
  return [
    { check: 'name-rule', passed: !senderNameProblem(sender.senderName, sender.channelType, sender.brand) },
    { check: 'name-free', passed: !isBlocked },
    { check: 'name-unlike-others', passed: card.similar.length === 0 },
    { check: 'documents', passed: sender.documentIds.length > 0 },
    { check: 'still-valid', passed: senderStatusAt(sender, now.getTime()) !== 'CLOSED' },
  ];
}
