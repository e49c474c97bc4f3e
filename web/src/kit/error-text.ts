import { useCallback } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { TextId } from '../texts/text-id.ts';
import { useText } from './text.tsx';

const REASONS: Readonly<Record<string, TextId>> = {
  offline: 'kit.error.offline',
  unavailable: 'kit.error.unavailable',
  'too-many-requests': 'kit.error.tooManyRequests',
  'access-denied': 'kit.error.accessDenied',
  'not-authenticated': 'kit.error.notAuthenticated',
  'bad-credentials': 'kit.error.badCredentials',
  'not-found': 'kit.error.notFound',
  'over-budget': 'kit.error.overBudget',
  'insufficient-funds': 'kit.error.insufficientFunds',
  'company-disabled': 'kit.error.companyDisabled',
  'dispatch-status': 'kit.error.dispatchStatus',
  'sender-unusable': 'kit.error.senderUnusable',
  'sender-duplicate': 'kit.error.senderDuplicate',
  'sender-not-editable': 'kit.error.senderNotEditable',
  'sender-status': 'kit.error.senderStatus',
  conflict: 'kit.error.conflict',
  'payload-too-large': 'kit.error.tooLarge',
  internal: 'kit.error.internal',
};

/** A refusal in the reader's language; a reason without its own text shows the server's message. */
export function useErrorText(): (error: unknown) => string {
  const t = useText();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError)) return t('kit.error.page');
      const known = REASONS[error.reason];
      if (known !== undefined) return t(known);
      return error.reason === 'bad-request' ? t('kit.error.badRequest', { message: error.message }) : error.message;
    },
    [t],
  );
}
