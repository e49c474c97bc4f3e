// A link as it is followed. Looked up once and kept for some seconds, so that a link everybody follows at once is one
// query; what staff switch off is off after that. Links that are not there are not kept: nobody asks for one twice.
import { isSwitchOn } from '@volley/domain/feature-switch.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FollowedLinkRow, selectLink } from './links.sql.ts';

const KEPT_MS = 5_000;
const KEPT_MAX = 50_000;
const LINK_LIFE_MS = 90 * 86_400_000;

export type FollowedLink = {
  readonly code: string;
  readonly companyId: number;
  readonly messageId: string;
  readonly url: string;
};

export type LinkAnswer =
  | { readonly found: 'unknown' | 'expired' }
  | { readonly found: 'open'; readonly link: FollowedLink };

export type LinkFinder = (code: string) => Promise<LinkAnswer>;

type Kept = { readonly row: FollowedLinkRow; readonly untilMs: number };

export function createLinkFinder({ db, clock }: Pick<Platform, 'db' | 'clock'>): LinkFinder {
  const kept = new Map<string, Kept>();
  return async (code) => {
    const row = keptRow(kept, code) ?? (await read(db, (tx) => selectLink(tx, code)));
    if (row === undefined) return { found: 'unknown' };
    keep(kept, code, row);
    if (row.isOff || !isSwitchOn(row.generalSwitch ?? undefined, row.companySwitch ?? undefined))
      return { found: 'unknown' };
    if (clock.now().getTime() - row.createdAt.getTime() >= LINK_LIFE_MS) return { found: 'expired' };
    return { found: 'open', link: { code, companyId: row.companyId, messageId: row.messageId, url: row.url } };
  };
}

function keptRow(kept: Map<string, Kept>, code: string): FollowedLinkRow | undefined {
  const entry = kept.get(code);
  if (entry === undefined || entry.untilMs > performance.now()) return entry?.row;
  kept.delete(code);
  return undefined;
}

function keep(kept: Map<string, Kept>, code: string, row: FollowedLinkRow): void {
  if (kept.has(code)) return;
  const oldest = kept.size >= KEPT_MAX ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(code, { row, untilMs: performance.now() + KEPT_MS });
}
