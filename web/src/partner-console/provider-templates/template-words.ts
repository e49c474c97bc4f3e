// Words of the messenger in the languages of the console. A word that is not known here is shown as it is.
import type { Text } from '../../kit/text.tsx';
import type { Tone } from '../../shell/theme.ts';

const TONES = {
  APPROVED: 'good',
  PENDING: 'info',
  IN_APPEAL: 'info',
  REJECTED: 'bad',
  PAUSED: 'warn',
  DISABLED: 'bad',
  MISSING: 'bad',
  ARCHIVED: 'neutral',
  DELETED: 'neutral',
  PENDING_DELETION: 'neutral',
} as const satisfies Readonly<Record<string, Tone>>;

const CATEGORIES = ['AUTHENTICATION', 'UTILITY', 'MARKETING'] as const;
const REASONS = [
  'ABUSIVE_CONTENT',
  'INCORRECT_CATEGORY',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'SCAM',
  'TAG_CONTENT_MISMATCH',
] as const;

const isKnown = (status: string): status is keyof typeof TONES => Object.hasOwn(TONES, status);

export const toneOf = (status: string | null): Tone => (status !== null && isKnown(status) ? TONES[status] : 'neutral');

export function statusText(t: Text, status: string | null): string {
  if (status === null) return t('providerTemplates.unknown');
  return isKnown(status) ? t(`providerTemplates.status.${status}`) : status;
}

export function categoryText(t: Text, category: string): string {
  const known = CATEGORIES.find((one) => one === category);
  return known === undefined ? category : t(`providerTemplates.category.${known}`);
}

export function reasonText(t: Text, reason: string): string {
  const known = REASONS.find((one) => one === reason);
  return known === undefined ? reason : t(`providerTemplates.reason.${known}`);
}
