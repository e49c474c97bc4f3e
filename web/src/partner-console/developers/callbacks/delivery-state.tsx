import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useText } from '../../../kit/text.tsx';
import type { DELIVERY_STATES } from '../search.ts';

/** Failures without a response. */
const ERRORS = ['timeout', 'tls', 'unreachable', 'broken'] as const;
const TONES = { delivered: 'good', retrying: 'warn', recovered: 'info', 'given-up': 'bad' } as const;

export function DeliveryState({ state }: { readonly state: (typeof DELIVERY_STATES)[number] }) {
  const t = useText();
  return <StatusBadge tone={TONES[state]} label={t(`developers.delivery.state.${state}`)} />;
}

/** The status code of the response, or the failure in words. */
export function useAnswer(): (row: { readonly status: number | null; readonly error: string | null }) => string {
  const t = useText();
  return ({ status, error }) => {
    if (status !== null) return String(status);
    const known = ERRORS.find((word) => word === error) ?? 'broken';
    return t(`developers.delivery.error.${known}`);
  };
}
