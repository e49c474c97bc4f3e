// How many messages a selection holds, exactly. What dispatches count anyway is not counted again: ten million are
// known as fast as ten.
import { countsByState, type StateCounts } from '@volley/domain/message-state.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { looksIntoMessages, wantedStates, wantsInbound, wantsOutbound } from './message-filter.ts';
import { countDispatches, countPartial, countReplies, countSelected } from './message-list.sql.ts';
import type { Scope } from './message-selection.sql.ts';
import { servedAgain } from './served-again.ts';

export async function totalOf(tx: Tx, db: Database, scope: Scope): Promise<number> {
  if (!looksIntoMessages(scope.filter)) return byCounters(tx, scope);
  const of = JSON.stringify([scope.partnerId, scope.filter, scope.range.isDefault ? 'default' : scope.range]);
  return servedAgain(db, `total ${of}`, () => countSelected(tx, scope));
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
