import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { StatusBadge } from '../kit/status-badge.tsx';
import { useText } from '../kit/text.tsx';
import type { LinkState } from './live-message.ts';
import { linkState, watchLink } from './live-store.ts';

/** Delays the badge: a connection that opens at once is not announced as missing. */
const SETTLE_MS = 1_200;
const TONES = { live: 'good', reconnecting: 'warn', polling: 'neutral' } as const;

/** The freshness of the numbers on this page. */
export function LinkBadge() {
  const t = useText();
  const state = useSyncExternalStore(watchLink, linkState);
  const [shown, setShown] = useState<LinkState | undefined>(state === 'live' ? state : undefined);
  useEffect(() => {
    const timer = setTimeout(() => setShown(state), state === 'live' ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <span role="status">
      {shown !== undefined && (
        <>
          <VisuallyHidden>{t('shell.live.label')}</VisuallyHidden>
          <StatusBadge tone={TONES[shown]} label={t(`shell.live.${shown}`)} />
        </>
      )}
    </span>
  );
}
