import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { countsByState, type StateCounts } from '@volley/domain/sending/message-state.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type DispatchListFilter,
  type DispatchSort,
  type ListedDispatchRow,
  type MovingDispatchRow,
  selectListedDispatches,
  selectMovingDispatches,
} from './dispatch-list.sql.ts';

export type ListedDispatch = {
  readonly id: number;
  readonly kind: 'PARTNER' | 'MESSAGING';
  readonly name: string;
  readonly company: { readonly id: number; readonly name: string };
  readonly channelType: string;
  readonly status: DispatchStatus;
  readonly counts: StateCounts;
  readonly estimateMicros: bigint;
  readonly packagesMicros: bigint;
  readonly spentMicros: bigint;
  readonly reservedMicros: bigint;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
};

type ListQuery = DispatchListFilter & {
  readonly sort: DispatchSort;
  readonly descending: boolean;
  readonly page: number;
  readonly perPage: number;
};

export async function listShownDispatches(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  { sort, descending, page, perPage, ...filter }: ListQuery,
): Promise<{ total: number; items: ListedDispatch[] }> {
  return read(db, async (tx) => {
    const slice = { sort, descending, limit: perPage, offset: (page - 1) * perPage };
    const { total, rows } = await selectListedDispatches(tx, partnerId, filter, slice);
    return { total, items: rows.map(asItem) };
  });
}

export type MovingDispatch = { readonly id: number; readonly status: DispatchStatus; readonly counts: StateCounts };

const MOVING_MAX = 200;

/** Newest first, at most 200. */
export async function listMovingDispatches(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
): Promise<MovingDispatch[]> {
  const rows = await read(db, (tx) => selectMovingDispatches(tx, partnerId, MOVING_MAX));
  return rows.map((row) => ({ id: row.id, status: row.status, counts: countsOf(row) }));
}

export function countsOf(row: Omit<MovingDispatchRow, 'id' | 'status'>): StateCounts {
  return countsByState({
    total: row.messages_total,
    sent: row.messages_sent,
    delivered: row.messages_delivered,
    failed: row.messages_failed,
    unsent: row.messages_unsent,
  });
}

function asItem(row: ListedDispatchRow): ListedDispatch {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    company: { id: row.company_id, name: row.company_name },
    channelType: row.channel_type,
    status: row.status,
    counts: countsOf(row),
    estimateMicros: row.estimate_micros,
    packagesMicros: row.packages_micros,
    spentMicros: row.spent_micros,
    reservedMicros: row.reserved_micros,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
