// Exports the list of messages in portions. Each portion is a transaction of its own, read when the consumer has taken
// the previous one, so a slow reader holds neither a transaction nor memory. Order: dispatches, accounts, replies.
import type { Actor } from '@volley/domain/people/actor.ts';
import { onBehalfOf, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  selectCompanyIds,
  selectDispatchIds,
  selectNextOfAccount,
  selectNextOfDispatch,
  selectNextReplies,
} from './message-export.sql.ts';
import { type MessageListFilter, rangeOf, wantsInbound, wantsOutbound } from './message-filter.ts';
import { followIndexes } from './message-list.sql.ts';
import { asListed, type ListedMessage, refuseOnTimeout } from './message-list.ts';
import { type MessageListRow } from './message-rows.sql.ts';
import { type Scope, selectStepBuckets } from './message-selection.sql.ts';

const PORTION = 2_000;

type NextPortion = typeof selectNextOfDispatch;
type Source = {
  readonly scope: Scope;
  readonly next: NextPortion;
  readonly mark: (row: MessageListRow) => string | number;
};

export async function* exportMessages(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  filter: MessageListFilter,
  rowsMax: number,
): AsyncGenerator<readonly ListedMessage[]> {
  // The consumer runs outside of the request, so each portion sets the partner again.
  const readPortion = <T>(work: (tx: Tx) => Promise<T>) =>
    onBehalfOf(actor.partnerId, undefined, () =>
      refuseOnTimeout('from', () =>
        read(db, async (tx) => {
          await followIndexes(tx);
          return work(tx);
        }),
      ),
    );
  const sources = await readPortion(async (tx) =>
    sourcesOf(tx, {
      partnerId: actor.partnerId,
      filter,
      range: rangeOf(filter, tx.now),
      stepBuckets: await selectStepBuckets(tx, filter),
    }),
  );
  let left = rowsMax;
  for (const { scope, next, mark } of sources) {
    let after: string | number | undefined;
    while (left > 0) {
      const limit = Math.min(PORTION, left);
      const rows = await readPortion((tx) => next(tx, scope, { after, limit }));
      if (rows.length > 0) yield rows.map(asListed);
      left -= rows.length;
      const last = rows.at(-1);
      if (rows.length < limit || last === undefined) break;
      after = mark(last);
    }
  }
}

async function sourcesOf(tx: Tx, scope: Scope): Promise<Source[]> {
  const { filter } = scope;
  const hasDispatch = filter.dispatch !== undefined;
  const named = [filter.dispatch, ...scope.stepBuckets];
  const dispatches = !wantsOutbound(filter) ? [] : hasDispatch ? named : await selectDispatchIds(tx, scope);
  const companies = hasDispatch ? [] : await selectCompanyIds(tx, scope);
  const ofCompany = (company: number): Scope => ({ ...scope, filter: { ...filter, company } });
  return [
    ...dispatches.map(
      (dispatch): Source => ({
        scope: { ...scope, filter: { ...filter, ...(dispatch !== undefined && { dispatch }) }, stepBuckets: [] },
        next: selectNextOfDispatch,
        mark: (row) => row.seq,
      }),
    ),
    ...(wantsOutbound(filter) ? companies : []).map(
      (company): Source => ({
        scope: ofCompany(company),
        next: selectNextOfAccount,
        mark: (row) => row.id,
      }),
    ),
    ...(wantsInbound(filter) ? companies : []).map(
      (company): Source => ({
        scope: ofCompany(company),
        next: selectNextReplies,
        mark: (row) => row.id,
      }),
    ),
  ];
}
