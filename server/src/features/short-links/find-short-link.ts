// Resolves a short link. Found rows are cached for five seconds, so that a popular short link is one query; a switch by
// staff takes effect after that time. Unknown codes are not cached: they are rarely requested twice.
import { isSwitchOn } from '@volley/domain/people/feature-switch.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FollowedShortLinkRow, selectShortLink } from './short-links.sql.ts';

const CACHED_MS = 5_000;
const CACHED_MAX = 50_000;
const SHORT_LINK_LIFE_MS = 90 * 86_400_000;

export type FollowedShortLink = {
  readonly code: string;
  readonly companyId: number;
  readonly messageId: string;
  readonly url: string;
};

export type ShortLinkAnswer =
  | { readonly found: 'unknown' | 'expired' }
  | { readonly found: 'open'; readonly link: FollowedShortLink };

export type ShortLinkFinder = (code: string) => Promise<ShortLinkAnswer>;

type CachedRow = { readonly row: FollowedShortLinkRow; readonly untilMs: number };

export function createShortLinkFinder({ db, clock }: Pick<Platform, 'db' | 'clock'>): ShortLinkFinder {
  const cache = new Map<string, CachedRow>();
  return async (code) => {
    const row = cachedRow(cache, code) ?? (await read(db, (tx) => selectShortLink(tx, code)));
    if (row === undefined) return { found: 'unknown' };
    addToCache(cache, code, row);
    if (row.isOff || !isSwitchOn(row.generalSwitch ?? undefined, row.companySwitch ?? undefined))
      return { found: 'unknown' };
    if (clock.now().getTime() - row.createdAt.getTime() >= SHORT_LINK_LIFE_MS) return { found: 'expired' };
    return { found: 'open', link: { code, companyId: row.companyId, messageId: row.messageId, url: row.url } };
  };
}

function cachedRow(cache: Map<string, CachedRow>, code: string): FollowedShortLinkRow | undefined {
  const entry = cache.get(code);
  if (entry === undefined || entry.untilMs > performance.now()) return entry?.row;
  cache.delete(code);
  return undefined;
}

function addToCache(cache: Map<string, CachedRow>, code: string, row: FollowedShortLinkRow): void {
  if (cache.has(code)) return;
  const oldest = cache.size >= CACHED_MAX ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(code, { row, untilMs: performance.now() + CACHED_MS });
}
