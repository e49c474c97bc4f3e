// The list of all messages of a partner. A selection is paged as far as REACHED_MAX, a dispatch as such to its end;
// what lies further is in the export.
import type { Actor } from '@volley/domain/actor.ts';
import { type Brand, brandOfId } from '@volley/domain/brand.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import { type MessageState, stateOfStatus } from '@volley/domain/message-state.ts';
import { messageStatusOfCode } from '@volley/domain/message-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { databaseErrorCode, read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { looksIntoMessages, type MessageListFilter, rangeOf, type TimeRange, wantedStates } from './message-filter.ts';
import { followIndexes, selectPage, selectPlaces } from './message-list.sql.ts';
import { type MessageListRow, type Scope, selectStepLists } from './message-selection.sql.ts';
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
const PATIENCE_MS = 20_000;
const CANCELLED = '57014';

export async function listAllMessages(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  filter: MessageListFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<MessageList> {
  const offset = (page - 1) * perPage;
  return patiently('from', () =>
    read(db, async (tx) => {
      await tx.query(`set local statement_timeout = ${PATIENCE_MS}`);
      const stepLists = await selectStepLists(tx, filter);
      const scope: Scope = { partnerId: actor.partnerId, filter, range: rangeOf(filter, tx.now), stepLists };
      const total = await totalOf(tx, db, scope);
      await followIndexes(tx);
      const reachable = isPlainDispatch(scope) ? total : Math.min(total, REACHED_MAX);
      const rows = offset >= reachable ? [] : await selectRows(tx, scope, { offset, limit: perPage, total });
      return { total, reachable, range: scope.range, items: rows.map(asListed) };
    }),
  );
}

/** A search through too much is given up with a word on what would help. */
export async function patiently<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (databaseErrorCode(error) !== CANCELLED) throw error;
    throw new Refusal('bad-request', { field, problem: 'leaves too much to search; ask for less time' });
  }
}

/** All of a dispatch without steps: its places have no gaps. */
function isPlainDispatch({ filter, stepLists }: Scope): boolean {
  const { dispatch, channel, from, to } = filter;
  const isBounded = [channel, from, to, wantedStates(filter)].some((one) => one !== undefined);
  return dispatch !== undefined && stepLists.length === 0 && !isBounded && !looksIntoMessages(filter);
}

function selectRows(tx: Tx, scope: Scope, { offset, limit, total }: { offset: number; limit: number; total: number }) {
  if (!isPlainDispatch(scope)) return selectPage(tx, scope, { offset, limit: Math.min(limit, total - offset) });
  const upTo = total - offset;
  return selectPlaces(tx, scope, { above: Math.max(upTo - limit, 0), upTo });
}

export function asListed(row: MessageListRow): ListedMessage {
  const state = row.inbound ? null : stateOfStatus(messageStatusOfCode(row.status) ?? 'CREATED');
  return {
    messageUuid: row.id,
    direction: row.inbound ? 'inbound' : 'outbound',
    state,
    channelType: row.channel_type as ChannelType, // stored from this very list
    company: { id: row.company_id, name: row.company_name },
    dispatch: row.dispatch_id === null ? null : { id: row.dispatch_id, name: row.dispatch_name ?? '' },
    senderName: row.sender_name,
    // A negative number stands where a number was erased.
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
