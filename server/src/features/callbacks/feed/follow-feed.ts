// Long polling of the feed: responds when events exist or the waiting time is over. A listener that replaces a
// callback target also receives replays, one portion per response.
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { slot } from '../../../platform/state/shared-state.ts';
import { selectByNumbers, selectLastReplay, selectReplayAfter } from '../partner/partner-replays.sql.ts';
import { isWithin, readRanges } from './number-ranges.ts';
import { type FeedPage, type FeedReader, maySee, type NumberedEvent, numbered, readFeed } from './read-feed.ts';

export type FollowRequest = {
  readonly after: number;
  readonly limit: number;
  readonly waitSeconds: number;
  /** Absent: without replays. */
  readonly replaysAfter?: number;
  /** True when the client is gone or the server stops. */
  readonly isOver: () => boolean;
};

/** `lastReplay`: `replaysAfter` of the next request. */
export type Replayed = { readonly events: readonly NumberedEvent[]; readonly lastReplay: number };

export type FollowedPage = FeedPage & { readonly replayed?: Replayed };

const LOOK_MS = 300;
/** Waiting requests per process and per company; requests beyond are answered at once. */
const WAITERS_MAX = 200;
const WAITERS_OF_ONE_MAX = 20;

const WAITERS = slot(() => ({ total: 0, byCompany: new Map<number, number>() }));

function countWaiter({ shared }: Pick<Platform, 'shared'>, companyId: number, change: 1 | -1): void {
  const waiters = shared.of(WAITERS);
  waiters.total += change;
  const own = (waiters.byCompany.get(companyId) ?? 0) + change;
  if (own === 0) waiters.byCompany.delete(companyId);
  else waiters.byCompany.set(companyId, own);
}

function mayWait({ shared }: Pick<Platform, 'shared'>, companyId: number): boolean {
  const { total, byCompany } = shared.of(WAITERS);
  return total < WAITERS_MAX && (byCompany.get(companyId) ?? 0) < WAITERS_OF_ONE_MAX;
}

export async function followFeed(
  platform: Pick<Platform, 'db' | 'shared'>,
  who: FeedReader,
  request: FollowRequest,
): Promise<FollowedPage> {
  const until = performance.now() + (mayWait(platform, who.companyId) ? request.waitSeconds * 1_000 : 0);
  countWaiter(platform, who.companyId, 1);
  try {
    for (;;) {
      const page = await readPage(platform, who, request);
      const hasEvents = page.events.length > 0 || (page.replayed?.events.length ?? 0) > 0;
      if (hasEvents || request.isOver() || performance.now() + LOOK_MS > until) return page;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    countWaiter(platform, who.companyId, -1);
  }
}

async function readPage(
  platform: Pick<Platform, 'db'>,
  who: FeedReader,
  { after, limit, replaysAfter }: FollowRequest,
): Promise<FollowedPage> {
  const page = await readFeed(platform, who, { after, limit });
  if (replaysAfter === undefined) return page;
  return { ...page, replayed: await readReplayed(platform, who, replaysAfter) };
}

function readReplayed({ db }: Pick<Platform, 'db'>, who: FeedReader, after: number): Promise<Replayed> {
  const { companyId } = who;
  return read(db, async (tx) => {
    const replay = await selectReplayAfter(tx, companyId, after);
    if (replay === undefined) return { events: [], lastReplay: await selectLastReplay(tx, companyId) };
    const ranges = readRanges(replay.numbers);
    const rows = await selectByNumbers(tx, companyId, replay.numbers);
    const events = rows.flatMap(numbered).filter(({ number, event }) => isWithin(ranges, number) && maySee(who, event));
    return { events, lastReplay: replay.id };
  });
}
