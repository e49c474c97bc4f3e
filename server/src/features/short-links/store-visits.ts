// Classifies and stores visits of short links. The classification uses the visits of the same addresses in the last
// minute.
import { must } from '@volley/domain/must.ts';
import { type ClickVerdict, classifyVisits, MANY_WITHIN_MS } from '@volley/domain/short-links/click-verdict.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertVisits, type StoredVisit, selectRecentVisits } from './visits.sql.ts';

/** Returns a verdict per visit, in the same order. */
export async function storeVisits(tx: Tx, visits: readonly StoredVisit[]): Promise<ClickVerdict[]> {
  const sinceMs = Math.min(...visits.map((visit) => visit.atMs)) - MANY_WITHIN_MS;
  const addresses = [...new Set(visits.filter(({ agent }) => agent !== 'robot').map(({ address }) => address))];
  const recent = addresses.length === 0 ? [] : await selectRecentVisits(tx, addresses, new Date(sinceMs));
  const verdicts = classifyVisits(visits, recent);
  await insertVisits(
    tx,
    visits.map((visit, at) => ({ ...visit, verdict: must(verdicts[at], `verdict of visit ${at}`) })),
  );
  return verdicts;
}
