import type { Actor } from '@volley/domain/actor.ts';
import type { DispatchStatus } from '@volley/domain/dispatch-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { type DispatchRow, findDispatch, selectDispatches } from './dispatches.sql.ts';

export type Progress = {
  readonly total: number;
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
};

export type DispatchItem = {
  readonly id: number;
  readonly name: string;
  readonly status: DispatchStatus;
  readonly channelType: string;
  readonly parts: Progress;
  readonly messages: Progress;
  readonly estimateMicros: bigint;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
};

type ListQuery = {
  readonly companyId: number;
  readonly status?: DispatchStatus;
  readonly page: number;
  readonly perPage: number;
};

export async function listDispatches(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  query: ListQuery,
): Promise<{ total: number; items: DispatchItem[] }> {
  return read(db, async (tx) => {
    await getOwnCompany(tx, actor.partnerId, query.companyId);
    const { total, items } = await selectDispatches(
      tx,
      query.companyId,
      query.status,
      query.perPage,
      (query.page - 1) * query.perPage,
    );
    return { total, items: items.map(asItem) };
  });
}

export async function getDispatch({ db }: Pick<Platform, 'db'>, actor: Actor, id: number): Promise<DispatchItem> {
  return read(db, async (tx) => {
    const row = await findDispatch(tx, actor.partnerId, id, false);
    if (row === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    return asItem(row);
  });
}

function asItem(row: DispatchRow): DispatchItem {
  const progress = (total: number, delivered: number, failed: number) => ({
    total,
    delivered,
    failed,
    pending: total - delivered - failed,
  });
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    channelType: row.channel_type,
    parts: progress(row.parts_total, row.parts_delivered, row.parts_failed),
    messages: progress(row.messages_total, row.messages_delivered, row.messages_failed),
    estimateMicros: row.estimate_micros + row.packages_micros,
    createdAt: row.created_at,
    startedAt: row.started_at,
  };
}
