// The feed for those who wait for it: the answer comes as soon as there is something, or when the time is over. Who
// listens in place of a callback address also hears what is sent once more, one portion a time.
import type { KeyActor } from '@volley/domain/actor.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isWithin, readRanges } from './number-ranges.ts';
import { type FeedPage, type NumberedEvent, numbered, readFeed } from './read-feed.ts';
import { selectByNumbers, selectLastReplay, selectReplayAfter } from './replays.sql.ts';

export type FollowRequest = {
  readonly after: number;
  readonly limit: number;
  readonly waitSeconds: number;
  /** Absent: replays are of no interest. */
  readonly replaysAfter?: number;
  /** True when nobody can wait any longer. */
  readonly isOver: () => boolean;
};

/** `lastReplay` is where to go on from. */
export type Replayed = { readonly events: readonly NumberedEvent[]; readonly lastReplay: number };

export type FollowedPage = FeedPage & { readonly replayed?: Replayed };

const LOOK_MS = 300;
/** In this process, of all and of one company; who comes beyond that is answered at once. */
const WAITERS_MAX = 200;
const WAITERS_OF_ONE_MAX = 20;

let waiters = 0;
const waitersOf = new Map<number, number>();

function countWaiter(companyId: number, change: 1 | -1): void {
  waiters += change;
  const own = (waitersOf.get(companyId) ?? 0) + change;
  if (own === 0) waitersOf.delete(companyId);
  else waitersOf.set(companyId, own);
}

export async function followFeed(
  platform: Pick<Platform, 'db'>,
  who: Pick<KeyActor, 'companyId'>,
  request: FollowRequest,
): Promise<FollowedPage> {
  const hasRoom = waiters < WAITERS_MAX && (waitersOf.get(who.companyId) ?? 0) < WAITERS_OF_ONE_MAX;
  const until = performance.now() + (hasRoom ? request.waitSeconds * 1_000 : 0);
  countWaiter(who.companyId, 1);
  try {
    for (;;) {
      const page = await readPage(platform, who, request);
      const hasCome = page.events.length > 0 || (page.replayed?.events.length ?? 0) > 0;
      if (hasCome || request.isOver() || performance.now() + LOOK_MS > until) return page;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    countWaiter(who.companyId, -1);
  }
}

async function readPage(
  platform: Pick<Platform, 'db'>,
  who: Pick<KeyActor, 'companyId'>,
  { after, limit, replaysAfter }: FollowRequest,
): Promise<FollowedPage> {
  const page = await readFeed(platform, who, { after, limit });
  if (replaysAfter === undefined) return page;
  return { ...page, replayed: await readReplayed(platform, who, replaysAfter) };
}

function readReplayed(
  { db }: Pick<Platform, 'db'>,
  { companyId }: Pick<KeyActor, 'companyId'>,
  after: number,
): Promise<Replayed> {
  return read(db, async (tx) => {
    const replay = await selectReplayAfter(tx, companyId, after);
    if (replay === undefined) return { events: [], lastReplay: await selectLastReplay(tx, companyId) };
    const ranges = readRanges(replay.numbers);
    const rows = await selectByNumbers(tx, companyId, replay.numbers);
    const events = rows.flatMap(numbered).filter(({ number }) => isWithin(ranges, number));
    return { events, lastReplay: replay.id };
  });
}
