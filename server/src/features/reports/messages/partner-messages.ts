// Messages of dispatches in the partner API: by dispatch, number or time, or a single one.

import { must } from '@volley/domain/must.ts';
import { normalizeDestination } from '@volley/domain/numbers/phone-number.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { MESSAGE_STATUS_CODES, type MessageStatus } from '@volley/domain/sending/message-status.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { uuidFloor } from '../../../platform/uuid-v7.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { type MessageItem, messageItem } from '../../messages/message-item.ts';
import { limitStatementTime } from './message-list.sql.ts';
import { refuseOnTimeout } from './message-list.ts';
import {
  countScope,
  findPartnerMessage,
  type MessageScope,
  selectOwnDispatch,
  selectScope,
} from './partner-messages.sql.ts';

export type PartnerMessageQuery = {
  readonly dispatchId?: number;
  readonly companyId?: number;
  readonly status?: MessageStatus;
  readonly destination?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly page: number;
  readonly perPage: number;
};

type Needs = Pick<Platform, 'db' | 'config'>;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
export const PERIOD_DAYS_MAX = 31;
const REACHED_MAX = 10_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type Chosen = { readonly companyId: number | null; readonly dispatchIds: readonly number[] | null };

/** Companies and dispatches of another partner are not found. */
export async function chooseDispatches(
  tx: Tx,
  { partnerId }: Actor,
  { companyId, dispatchId }: Pick<PartnerMessageQuery, 'companyId' | 'dispatchId'>,
): Promise<Chosen> {
  if (companyId !== undefined) await getOwnCompany(tx, partnerId, companyId);
  if (dispatchId === undefined) {
    if (companyId === undefined) throw new Refusal('bad-request', { field: 'dispatchId', problem: 'is required' });
    return { companyId, dispatchIds: null };
  }
  const dispatch = await selectOwnDispatch(tx, partnerId, dispatchId);
  if (dispatch === undefined || (companyId !== undefined && dispatch.companyId !== companyId))
    throw new Refusal('not-found', { kind: 'Dispatch', id: dispatchId });
  return { companyId: null, dispatchIds: [dispatch.id, ...dispatch.stepBuckets] };
}

export async function listPartnerMessages(
  platform: Needs,
  actor: Actor,
  query: PartnerMessageQuery,
): Promise<{ total: number; items: MessageItem[] }> {
  const { db, config } = platform;
  const found = await refuseOnTimeout('from', () =>
    read(db, async (tx) => {
      const chosen = await chooseDispatches(tx, actor, query);
      if (isPlain(query, chosen)) return undefined;
      await limitStatementTime(tx, config.searchTimeoutMs);
      return search(tx, scopeOf(tx, query, chosen), query);
    }),
  );
  // Positions of a dispatch without steps have no gaps, so every page costs the same.
  return found ?? listMessages(platform, actor, { ...query, dispatchId: must(query.dispatchId, 'dispatchId') });
}

function isPlain({ destination, from, to }: PartnerMessageQuery, { dispatchIds }: Chosen): boolean {
  return dispatchIds?.length === 1 && [destination, from, to].every((value) => value === undefined);
}

async function search(tx: Tx, scope: MessageScope, { page, perPage }: PartnerMessageQuery) {
  const offset = (page - 1) * perPage;
  const max = scope.dispatchIds === null ? REACHED_MAX : null;
  if (max !== null && page * perPage > max)
    throw new Refusal('bad-request', {
      field: 'page',
      problem: `times perPage must be at most ${max}`,
      code: 'too-large',
    });
  const total = await countScope(tx, scope, max);
  const rows = offset >= total ? [] : await selectScope(tx, scope, { limit: perPage, offset });
  return { total, items: rows.map(messageItem) };
}

function scopeOf(tx: Tx, query: PartnerMessageQuery, chosen: Chosen): MessageScope {
  const { status, destination } = query;
  const { from, to } = chosen.dispatchIds === null ? boundedPeriod(tx.now, query) : query;
  const number = destination === undefined ? null : normalizeDestination(destination);
  if (number === undefined)
    throw new Refusal('bad-request', { field: 'destination', problem: 'must be a valid phone number' });
  return {
    ...chosen,
    firstId: from === undefined ? FIRST_ID : uuidFloor(from.getTime()),
    beforeId: to === undefined ? LAST_ID : uuidFloor(to.getTime()),
    status: status === undefined ? null : MESSAGE_STATUS_CODES[status],
    destination: number,
  };
}

function boundedPeriod(now: Date, { from, to = new Date(now.getTime() + DAY_MS) }: PartnerMessageQuery) {
  const begin = from ?? new Date(Math.min(now.getTime(), to.getTime()) - DEFAULT_DAYS * DAY_MS);
  const end = Math.min(to.getTime(), now.getTime() + DAY_MS);
  if (end - begin.getTime() > (PERIOD_DAYS_MAX + 1) * DAY_MS)
    throw new Refusal('bad-request', { field: 'from', problem: `must be at most ${PERIOD_DAYS_MAX} days before to` });
  return { from: begin, to };
}

export type FoundMessage = MessageItem & { readonly dispatchId: number; readonly companyId: number };

export async function getPartnerMessage(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  messageUuid: string,
): Promise<FoundMessage> {
  const row = await read(db, (tx) => findPartnerMessage(tx, partnerId, messageUuid));
  if (row === undefined) throw new Refusal('not-found', { kind: 'Message', id: messageUuid });
  return { ...messageItem(row), dispatchId: row.dispatch_id, companyId: row.company_id };
}
