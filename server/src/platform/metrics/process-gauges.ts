// Gauges of one process that are read at the moment of a scrape: pool, broker and readiness of its roles.
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { Readiness } from '../readiness.ts';
import type { Metrics } from './metrics.ts';

type Parts = {
  readonly metrics: Metrics;
  readonly db: Database;
  readonly bus: Pick<Bus, 'isConnected'>;
  readonly readiness: Readiness;
  readonly roles: readonly string[];
};

export function exportProcessGauges({ metrics, db, bus, readiness, roles }: Parts): void {
  metrics.beforeScrape(() => {
    const pools = db.engine === undefined ? [db.pool] : [db.pool, db.engine];
    const sum = (count: (pool: Database['pool']) => number) => pools.reduce((all, pool) => all + count(pool), 0);
    const idle = sum(({ idleCount }) => idleCount);
    metrics.set('volley_database_pool_connections', sum(({ totalCount }) => totalCount) - idle, { state: 'used' });
    metrics.set('volley_database_pool_connections', idle, { state: 'idle' });
    metrics.set(
      'volley_database_pool_waiters',
      sum(({ waitingCount }) => waitingCount),
    );
    metrics.set('volley_bus_connected', bus.isConnected() ? 1 : 0);
  });
  metrics.beforeScrape(async () => {
    for (const role of roles) {
      const answer = await readiness.ask(role);
      if (answer !== undefined) metrics.set('volley_role_ready', answer.ready ? 1 : 0, { role });
    }
  });
}
