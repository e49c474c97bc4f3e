// Request log in the partner console: pages, newest first, or errors grouped by route and error. Default: the last day.
import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type LoggedRequest, REQUESTS_KEPT_DAYS, type RequestFilter, type RequestPlace } from './logged-request.ts';
import {
  type ClassCount,
  type ErrorGroup as ErrorGroupOfSql,
  type Sought,
  selectClasses,
  selectErrorGroups,
  selectRequests,
} from './requests.sql.ts';

type Needs = Pick<Platform, 'db'>;
type Who = Pick<Actor, 'partnerId'>;

export type ErrorGroup = ErrorGroupOfSql;

const DAY_MS = 86_400_000;
const GROUPS_MAX = 50;

export type RequestPage = {
  readonly rows: readonly LoggedRequest[];
  readonly next: RequestPlace | undefined;
};

export function listRequests(
  { db }: Needs,
  who: Who,
  filter: RequestFilter,
  { after, limit }: { after?: RequestPlace | undefined; limit: number },
): Promise<RequestPage> {
  return read(db, async (tx) => {
    const rows = await selectRequests(tx, soughtBy(who, filter, tx.now), { after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return { rows: shown, next: rows.length > limit ? shown.at(-1) : undefined };
  });
}

export type RequestSummary = {
  readonly classes: readonly ClassCount[];
  readonly errors: readonly ErrorGroup[];
  readonly from: Date;
  readonly to: Date;
};

export function summarizeRequests({ db }: Needs, who: Who, filter: RequestFilter): Promise<RequestSummary> {
  return read(db, async (tx) => {
    const sought = soughtBy(who, filter, tx.now);
    const classes = await selectClasses(tx, sought);
    const errors = await selectErrorGroups(tx, sought, GROUPS_MAX);
    return { classes, errors, from: sought.from, to: sought.to };
  });
}

/** A search by request id covers the whole log. */
function soughtBy({ partnerId }: Who, filter: RequestFilter, now: Date): Sought {
  const to = filter.to ?? new Date(now.getTime() + 1_000);
  const days = filter.requestId === undefined ? 1 : REQUESTS_KEPT_DAYS + 1;
  return { ...filter, partnerId, to, from: filter.from ?? new Date(to.getTime() - days * DAY_MS) };
}
