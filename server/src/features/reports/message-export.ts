// The list of messages to take away, in portions: each is read by itself when the one before has been taken, so a slow
// reader holds neither a transaction nor memory. Dispatch by dispatch, then account by account, then replies.
import type { Actor } from '@volley/domain/actor.ts';
import { onBehalfOf, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  selectCompanyIds,
  selectDispatchIds,
  selectNextOfAccount,
  selectNextOfDispatch,
  selectNextReplies,
} from './message-export.sql.ts';
import { type MessageListFilter, rangeOf, wantsInbound, wantsOutbound } from './message-filter.ts';
import { followIndexes } from './message-list.sql.ts';
import { asListed, type ListedMessage, patiently } from './message-list.ts';
import { type MessageListRow, type Scope, selectStepLists } from './message-selection.sql.ts';

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
  // What takes the portions runs outside of the request, so each of them says again for whom it is read.
  const ask = <T>(work: (tx: Tx) => Promise<T>) =>
    onBehalfOf(actor.partnerId, undefined, () =>
      patiently('from', () =>
        read(db, async (tx) => {
          await followIndexes(tx);
          return work(tx);
        }),
      ),
    );
  const sources = await ask(async (tx) =>
    sourcesOf(tx, {
      partnerId: actor.partnerId,
      filter,
      range: rangeOf(filter, tx.now),
      stepLists: await selectStepLists(tx, filter),
    }),
  );
  let left = rowsMax;
  for (const { scope, next, mark } of sources) {
    let after: string | number | undefined;
    while (left > 0) {
      const limit = Math.min(PORTION, left);
      const rows = await ask((tx) => next(tx, scope, { after, limit }));
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
  const isOne = filter.dispatch !== undefined;
  const one = [filter.dispatch, ...scope.stepLists];
  const dispatches = !wantsOutbound(filter) ? [] : isOne ? one : await selectDispatchIds(tx, scope);
  const companies = isOne ? [] : await selectCompanyIds(tx, scope);
  const ofCompany = (company: number): Scope => ({ ...scope, filter: { ...filter, company } });
  return [
    ...dispatches.map(
      (dispatch): Source => ({
        scope: { ...scope, filter: { ...filter, ...(dispatch !== undefined && { dispatch }) }, stepLists: [] },
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
