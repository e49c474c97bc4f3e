import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../api/session.ts';
import { follow, followAs, type Live, liveNow } from './live-store.ts';

const NOT_FOLLOWED: Live<never> = { state: 'live' };

/** What a topic says now, while the component is shown. Without a topic nothing is followed. */
export function useLive<Value>(topic: string | undefined): Live<Value> {
  const { login } = useSession();
  useEffect(() => followAs(login), [login]);
  const subscribe = useCallback(
    (listener: () => void) => (topic === undefined ? () => undefined : follow(topic, listener)),
    [topic],
  );
  const live = useSyncExternalStore(subscribe, () => (topic === undefined ? NOT_FOLLOWED : liveNow(topic)));
  return live as Live<Value>; // what the server tells under this topic
}
