import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../api/session.ts';
import { follow, followAs, type Live, liveNow } from './live-store.ts';

const NOT_FOLLOWED: Live<never> = { state: 'live' };

/** The current value of a topic while the component is mounted. Undefined topic: follows nothing. */
export function useLive<Value>(topic: string | undefined): Live<Value> {
  const { login } = useSession();
  useEffect(() => followAs(login), [login]);
  const subscribe = useCallback(
    (listener: () => void) => (topic === undefined ? () => undefined : follow(topic, listener)),
    [topic],
  );
  const live = useSyncExternalStore(subscribe, () => (topic === undefined ? NOT_FOLLOWED : liveNow(topic)));
  return live as Live<Value>; // the server's value of this topic
}
