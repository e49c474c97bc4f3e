// Visits of links, judged and stored together. The judgement looks at what the same addresses did in the last minute.
import { type ClickVerdict, judgeVisits, MANY_WITHIN_MS } from '@volley/domain/click-verdict.ts';
import type { Tx } from '../../platform/database.ts';
import { insertVisits, type StoredVisit, selectRecentVisits } from './visits.sql.ts';

/** One verdict per visit. */
export async function storeVisits(tx: Tx, visits: readonly StoredVisit[]): Promise<ClickVerdict[]> {
  const sinceMs = Math.min(...visits.map((visit) => visit.atMs)) - MANY_WITHIN_MS;
  const addresses = [...new Set(visits.filter(({ agent }) => agent !== 'robot').map(({ address }) => address))];
  const recent = addresses.length === 0 ? [] : await selectRecentVisits(tx, addresses, new Date(sinceMs));
  const verdicts = judgeVisits(visits, recent);
  await insertVisits(
    tx,
    visits.map((visit, at) => ({ ...visit, verdict: verdicts[at] ?? 'robot' })),
  );
  return verdicts;
}
