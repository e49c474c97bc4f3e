// How many messages a selection holds, exactly. What dispatches count anyway is not counted again: ten million are
// known as fast as ten. What has to be counted one by one, and takes its time, is not counted anew for everybody who
// looks: an answer serves ten times as long as it took.
import { countsByState, type StateCounts } from '@volley/domain/message-state.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { looksIntoMessages, wantedStates, wantsInbound, wantsOutbound } from './message-filter.ts';
import { countDispatches, countPartial, countReplies, countSelected } from './message-list.sql.ts';
import type { Scope } from './message-selection.sql.ts';

const KEPT_MAX = 500;
const CHEAP_MS = 100;
const SERVES_TIMES = 10;

type Kept = { readonly total: number; readonly until: number };
const keptOf = new WeakMap<Database, Map<string, Kept>>();

export async function totalOf(tx: Tx, db: Database, scope: Scope): Promise<number> {
  if (!looksIntoMessages(scope.filter)) return byCounters(tx, scope);
  const kept = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, kept);
  const key = JSON.stringify([scope.partnerId, scope.filter, scope.range.isDefault ? 'default' : scope.range]);
  const known = kept.get(key);
  if (known !== undefined && known.until > performance.now()) return known.total;
  const began = performance.now();
  const total = await countSelected(tx, scope);
  const tookMs = performance.now() - began;
  kept.delete(key);
  if (tookMs > CHEAP_MS) keep(kept, key, { total, until: performance.now() + tookMs * SERVES_TIMES });
  return total;
}

function keep(kept: Map<string, Kept>, key: string, answer: Kept): void {
  const [oldest] = kept.keys();
  if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  kept.set(key, answer);
}

async function byCounters(tx: Tx, scope: Scope): Promise<number> {
  const replies = wantsInbound(scope.filter) ? await countReplies(tx, scope) : 0;
  if (!wantsOutbound(scope.filter)) return replies;
  const { whole, partial } = await countDispatches(tx, scope);
  const cut = partial.length === 0 ? 0 : await countPartial(tx, scope, partial);
  return inStates(countsByState(whole), scope) + cut + replies;
}

function inStates(counts: StateCounts, { filter }: Scope): number {
  const states = wantedStates(filter);
  return states === undefined ? counts.accepted : states.reduce((sum, state) => sum + counts[state], 0);
}
