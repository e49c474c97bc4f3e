// Exact number of messages in a selection, from the counters of dispatches where the filter allows it: ten million are
// counted as fast as ten.
import { countsByState, type StateCounts } from '@volley/domain/sending/message-state.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { SharedState } from '../../../platform/state/shared-state.ts';
import { cacheWhenSlow } from './cache-when-slow.ts';
import { looksIntoMessages, wantedStates, wantsInbound, wantsOutbound } from './message-filter.ts';
import { countDispatches, countPartial, countReplies, countSelected } from './message-list.sql.ts';
import type { Scope } from './message-selection.sql.ts';

export async function totalOf(tx: Tx, shared: SharedState, scope: Scope): Promise<number> {
  if (!looksIntoMessages(scope.filter)) return byCounters(tx, scope);
  const selected = JSON.stringify([scope.partnerId, scope.filter, scope.range.isDefault ? 'default' : scope.range]);
  return cacheWhenSlow(shared, `total ${selected}`, () => countSelected(tx, scope));
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
