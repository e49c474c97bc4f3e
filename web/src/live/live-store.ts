// Topics this tab follows and their values. A hidden tab follows none; when it becomes visible, it gets whole values,
// so there is nothing to catch up on.
import { replaceEqualDeep } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import type { LinkState, LiveNews } from './live-message.ts';
import { openTransport, type Transport } from './transport.ts';

export type Live<Value> = {
  readonly value?: Value;
  readonly state: LinkState;
  /** The topic cannot be followed: it is gone or forbidden. */
  readonly isGone?: true;
};

/** A tab hidden for a moment keeps following. */
const HIDDEN_AFTER_MS = 5_000;
/** Components mount and unmount within one render. */
const SAY_AFTER_MS = 20;

const followed = new Map<string, Set<() => void>>();
const known = new Map<string, Live<unknown>>();
const watchers = new Set<() => void>();
let state: LinkState = 'reconnecting';
let person = '';
let isHidden = false;
let transport: Transport | undefined;
let saying: ReturnType<typeof setTimeout> | undefined;

/** The signed-in person; set by the frame before any topic is followed. */
export function followAs(login: string): void {
  if (person === login) return;
  person = login;
  known.clear();
  say();
}

export function follow(topic: string, listener: () => void): () => void {
  const listeners = followed.get(topic) ?? new Set<() => void>();
  followed.set(topic, listeners);
  listeners.add(listener);
  say();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    followed.delete(topic);
    known.delete(topic);
    say();
  };
}

const NOTHING: Readonly<Record<LinkState, Live<never>>> = {
  live: { state: 'live' },
  reconnecting: { state: 'reconnecting' },
  polling: { state: 'polling' },
};

/** Returns the same object until a value changes. */
export function liveNow(topic: string): Live<unknown> {
  return known.get(topic) ?? NOTHING[state];
}

export function watchLink(listener: () => void): () => void {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

export function linkState(): LinkState {
  return state;
}

function say(): void {
  saying ??= setTimeout(() => {
    saying = undefined;
    // Values belong to a person: no topic is requested before the person is known.
    if (person === '' || (transport === undefined && followed.size === 0)) return;
    transport ??= begin();
    transport.send({ person, topics: isHidden ? [] : [...followed.keys()] });
    for (const watcher of watchers) watcher();
  }, SAY_AFTER_MS);
}

function begin(): Transport {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const note = () => {
    clearTimeout(hiding);
    const change = (hidden: boolean) => {
      if (isHidden === hidden) return;
      isHidden = hidden;
      say();
    };
    if (document.visibilityState === 'visible') change(false);
    else hiding = setTimeout(() => change(true), HIDDEN_AFTER_MS);
  };
  document.addEventListener('visibilitychange', note);
  note();
  return openTransport(hear);
}

function hear(news: LiveNews): void {
  switch (news.kind) {
    case 'value':
      return put(news.topic, { value: kept(news.topic, news.value), state });
    case 'gone':
      return put(news.topic, { state, isGone: true });
    case 'state':
      if (news.state === state) return;
      state = news.state;
      for (const [topic, live] of known) put(topic, { ...live, state });
      for (const watcher of watchers) watcher();
      for (const listeners of followed.values()) for (const listener of listeners) listener();
      return;
    case 'signed-out':
      // The page then checks the session.
      void queryClient.invalidateQueries({ queryKey: ['session'] });
  }
}

/** Unchanged parts of a value stay the same object, so that their components do not render. */
function kept(topic: string, value: unknown): unknown {
  return replaceEqualDeep(known.get(topic)?.value, value);
}

function put(topic: string, live: Live<unknown>): void {
  const listeners = followed.get(topic);
  if (listeners === undefined) return;
  const before = known.get(topic);
  if (
    before !== undefined &&
    before.value === live.value &&
    before.state === live.state &&
    before.isGone === live.isGone
  )
    return;
  known.set(topic, live);
  for (const listener of listeners) listener();
}
