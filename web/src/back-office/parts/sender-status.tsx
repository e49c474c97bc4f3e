import type { ReviewVerdict } from '@volley/domain/senders/sender-review.ts';
import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useText } from '../../kit/text.tsx';
import type { Tone } from '../../shell/theme.ts';
import type { TextId } from '../../texts/text-id.ts';

export const STATUS_TEXT = {
  DRAFT: 'backOffice.status.DRAFT',
  PRE_REVIEW: 'backOffice.status.PRE_REVIEW',
  INTERNAL_REVIEW: 'backOffice.status.INTERNAL_REVIEW',
  EXTERNAL_REVIEW: 'backOffice.status.EXTERNAL_REVIEW',
  AWAITING: 'backOffice.status.AWAITING',
  APPROVED: 'backOffice.status.APPROVED',
  REJECTED: 'backOffice.status.REJECTED',
  DENIED: 'backOffice.status.DENIED',
  CLOSED: 'backOffice.status.CLOSED',
} as const satisfies Record<SenderStatus, TextId>;

/** A moderator's decision as a verb. */
export const VERDICT_TEXT = {
  INTERNAL_REVIEW: 'backOffice.verdict.INTERNAL_REVIEW',
  EXTERNAL_REVIEW: 'backOffice.verdict.EXTERNAL_REVIEW',
  APPROVED: 'backOffice.verdict.APPROVED',
  REJECTED: 'backOffice.verdict.REJECTED',
  DENIED: 'backOffice.verdict.DENIED',
} as const satisfies Record<ReviewVerdict, TextId>;

const TONES: Readonly<Record<SenderStatus, Tone>> = {
  DRAFT: 'neutral',
  PRE_REVIEW: 'info',
  INTERNAL_REVIEW: 'info',
  EXTERNAL_REVIEW: 'info',
  AWAITING: 'info',
  APPROVED: 'good',
  REJECTED: 'warn',
  DENIED: 'bad',
  CLOSED: 'neutral',
};

export function SenderStatusBadge({ status }: { readonly status: SenderStatus }) {
  const t = useText();
  return <StatusBadge tone={TONES[status]} label={t(STATUS_TEXT[status])} />;
}
