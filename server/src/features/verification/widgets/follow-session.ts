// Long polling of a session: answers when the visitor's view changes or the waiting time is over. The changes are made
// by other processes (the send, the delivery report), and the bus has no wake-up per message. So one statement per
// process reads all waiting sessions twice per second; without waiting visitors there is none.
import { setTimeout } from 'node:timers/promises';
import { sessionState } from '@volley/domain/verification/verification-status.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { selectWatched, type WatchedSession } from './sessions.sql.ts';
import { getSession, keyDigestOf, type ShownSession } from './widget-session.ts';

type Needs = Pick<Platform, 'db' | 'log' | 'metrics' | 'shared'>;

export type SessionQuestion = {
  readonly waitSeconds: number;
  /** Version of the last answer: a change since then is answered at once. Absent: waits for the next change. */
  readonly version?: string | undefined;
  /** True when the server stops. */
  readonly isOver: () => boolean;
};

type Waiter = {
  readonly keyDigest: Buffer;
  readonly digest: string;
  readonly version: string;
  readonly untilMs: number;
  readonly isOver: () => boolean;
  readonly wake: () => void;
};

const LOOK_MS = 500;
/** Requests beyond are answered at once, as without waiting. */
const WAITERS_MAX = 500;
const WAITERS_OF_KEY_MAX = 2;
/** States without a next one. */
const ENDS = new Set(['CONFIRMED', 'EXPIRED']);

const WAITERS = slot(() => new Set<Waiter>());

export async function followSession(
  platform: Needs,
  key: string,
  { waitSeconds, version, isOver }: SessionQuestion,
): Promise<ShownSession & { readonly version: string }> {
  const untilMs = performance.now() + waitSeconds * 1000;
  const shown = await getSession(platform, key);
  const now = versionOf(shown);
  const isNews = version !== undefined && version !== now;
  const keyDigest = keyDigestOf(key);
  if (isNews || ENDS.has(shown.state) || !mayWait(platform, keyDigest)) return { ...shown, version: now };
  await new Promise<void>((wake) => {
    watch(platform, { keyDigest, digest: keyDigest.toString('hex'), version: now, untilMs, isOver, wake });
  });
  const changed = await getSession(platform, key);
  return { ...changed, version: versionOf(changed) };
}

type Visible = Pick<ShownSession, 'state' | 'errorCode' | 'channelType' | 'delivery'>;

const versionOf = ({ state, errorCode, channelType, delivery }: Visible) =>
  [state, errorCode, channelType, delivery].join('.');

function watchedVersion({ sentChannel, delivery, ...session }: WatchedSession, now: Date): string {
  const shown = sessionState(session, now);
  return versionOf(shown.state === 'SENT' ? { ...shown, channelType: sentChannel, delivery } : shown);
}

function mayWait({ shared }: Pick<Platform, 'shared'>, keyDigest: Buffer): boolean {
  const waiters = shared.of(WAITERS);
  const own = [...waiters].filter((waiter) => waiter.keyDigest.equals(keyDigest)).length;
  return waiters.size < WAITERS_MAX && own < WAITERS_OF_KEY_MAX;
}

function watch(platform: Needs, waiter: Waiter): void {
  const waiters = platform.shared.of(WAITERS);
  waiters.add(waiter);
  if (waiters.size === 1) void lookAfter(platform, waiters);
}

/** Runs while a visitor waits. A failed look wakes all: their own read reports the failure. */
async function lookAfter(platform: Needs, waiters: Set<Waiter>): Promise<void> {
  while (waiters.size > 0) {
    await setTimeout(LOOK_MS);
    // Later waiters are not part of this look.
    const asked = [...waiters];
    const versions = await currentVersions(platform, asked).catch(() => new Map<string, string>());
    for (const waiter of asked) {
      const isDue = waiter.isOver() || performance.now() + LOOK_MS > waiter.untilMs;
      if (!isDue && versions.get(waiter.digest) === waiter.version) continue;
      waiters.delete(waiter);
      waiter.wake();
    }
  }
}

function currentVersions({ db }: Pick<Platform, 'db'>, waiters: readonly Waiter[]): Promise<Map<string, string>> {
  const digests = new Map(waiters.map(({ digest, keyDigest }) => [digest, keyDigest]));
  return read(db, async (tx) => {
    const sessions = await selectWatched(tx, [...digests.values()]);
    return new Map(sessions.map((session) => [session.keyDigest.toString('hex'), watchedVersion(session, tx.now)]));
  });
}
