// How long messages wait for a route; see messages/waits-for-route.sql.ts.
import { ROUTE_WAIT_SECONDS_MAX } from '@volley/domain/links/route-wait.ts';

/** SQL: how long messages of the strand `t` may wait for a route. */
export const ROUTE_WAIT = `interval '1 second' * coalesce(
         (select (w.route_waits ->> t.traffic_type)::integer from companies w where w.id = t.company_id),
         ${ROUTE_WAIT_SECONDS_MAX})`;

/**
 * SQL: when the messages of the strand `t` of the dispatch `d` that wait for a route fail; see `lockUnsentStrand`.
 * `since`: when the first of them began to wait.
 */
export const routeWaitEnds = (since: string) => `least(
         t.give_up_at,
         ${since} + ${ROUTE_WAIT},
         case
           when t.give_up_at is null and d.schedule_start_at is null
           then t.eligible_at + interval '${ROUTE_WAIT_SECONDS_MAX} seconds'
         end)`;
