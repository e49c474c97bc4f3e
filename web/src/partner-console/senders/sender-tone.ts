import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import type { Tone } from '../../shell/theme.ts';

export const SENDER_TONES: Readonly<Record<SenderStatus, Tone>> = {
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
