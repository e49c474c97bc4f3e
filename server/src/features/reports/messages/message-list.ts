// The list of all messages of a partner. A selection is paged up to REACHED_MAX, a dispatch without other filters to
// its end; only the export has the rest.

import { must } from '@volley/domain/must.ts';
import { type Brand, brandOfId } from '@volley/domain/numbers/brand.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { type MessageState, stateOfStatus } from '@volley/domain/sending/message-state.ts';
import { messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import { databaseErrorCode, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { looksIntoMessages, type MessageListFilter, rangeOf, type TimeRange, wantedStates } from './message-filter.ts';
import { followIndexes, limitStatementTime, selectPage, selectPlaces } from './message-list.sql.ts';
import { type MessageListRow } from './message-rows.sql.ts';
import { type Scope, selectStepBuckets } from './message-selection.sql.ts';
import { totalOf } from './message-totals.ts';

export type ListedMessage = {
  readonly messageUuid: string;
  readonly direction: 'outbound' | 'inbound';
  /** Null for replies. */
  readonly state: MessageState | null;
  readonly channelType: ChannelType;
  readonly company: { readonly id: number; readonly name: string };
  readonly dispatch: { readonly id: number; readonly name: string } | null;
  readonly senderName: string;
  /** Empty when it was erased. */
  readonly destination: string;
  readonly operator: Brand | null;
  readonly text: string;
  readonly parts: number;
  readonly priceMicros: bigint | null;
  readonly isPriceFinal: boolean;
  readonly errorCode: number | null;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly finalAt: Date | null;
  readonly readAt: Date | null;
};

export type MessageList = {
  readonly total: number;
  readonly reachable: number;
  readonly range: TimeRange;
  readonly items: readonly ListedMessage[];
};

const REACHED_MAX = 10_000;
const SEARCH_TIMEOUT_MS = 20_000;
const QUERY_CANCELED = '57014';

export async function listAllMessages(
  { db, shared }: Pick<Platform, 'db' | 'shared'>,
  actor: Actor,
  filter: MessageListFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<MessageList> {
  const offset = (page - 1) * perPage;
  return refuseOnTimeout('from', () =>
    read(db, async (tx) => {
      await limitStatementTime(tx, SEARCH_TIMEOUT_MS);
      const stepBuckets = await selectStepBuckets(tx, filter);
      const scope: Scope = { partnerId: actor.partnerId, filter, range: rangeOf(filter, tx.now), stepBuckets };
      const total = await totalOf(tx, shared, scope);
      await followIndexes(tx);
      const reachable = isPlainDispatch(scope) ? total : Math.min(total, REACHED_MAX);
      const rows = offset >= reachable ? [] : await selectRows(tx, scope, { offset, limit: perPage, total });
      return { total, reachable, range: scope.range, items: rows.map(asListed) };
    }),
  );
}

/** A search that exceeds the statement timeout becomes a refusal that names `field`. */
export async function refuseOnTimeout<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (databaseErrorCode(error) !== QUERY_CANCELED) throw error;
    throw new Refusal('bad-request', { field, problem: 'must be later: the period is too long to search' });
  }
}

/** All messages of a dispatch without steps: its positions have no gaps. */
function isPlainDispatch({ filter, stepBuckets }: Scope): boolean {
  const { dispatch, channel, from, to } = filter;
  const isBounded = [channel, from, to, wantedStates(filter)].some((value) => value !== undefined);
  return dispatch !== undefined && stepBuckets.length === 0 && !isBounded && !looksIntoMessages(filter);
}

function selectRows(tx: Tx, scope: Scope, { offset, limit, total }: { offset: number; limit: number; total: number }) {
  if (!isPlainDispatch(scope)) return selectPage(tx, scope, { offset, limit: Math.min(limit, total - offset) });
  const upTo = total - offset;
  return selectPlaces(tx, scope, { above: Math.max(upTo - limit, 0), upTo });
}

export function asListed(row: MessageListRow): ListedMessage {
  const state = row.inbound
    ? null
    : stateOfStatus(must(messageStatusOfCode(row.status), `message status ${row.status}`));
  return {
    messageUuid: row.id,
    direction: row.inbound ? 'inbound' : 'outbound',
    state,
    channelType: row.channel_type as ChannelType, // only values of ChannelType are stored
    company: { id: row.company_id, name: row.company_name },
    dispatch: row.dispatch_id === null ? null : { id: row.dispatch_id, name: row.dispatch_name ?? '' },
    senderName: row.sender_name,
    // Negative: the number was erased.
    destination: row.destination.startsWith('-') ? '' : row.destination,
    operator: brandOfId(row.brand) ?? null,
    text: row.text ?? '',
    parts: row.parts,
    priceMicros: row.micros,
    isPriceFinal: row.final_at !== null,
    errorCode: state === 'failed' ? row.error_code : null,
    externalId: row.external_id,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    finalAt: row.final_at,
    readAt: row.read_at,
  };
}
