import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import type { DispatchStatus } from '@volley/domain/dispatch-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { type DispatchRow, findDispatch, selectDispatches } from './dispatches.sql.ts';
import { estimateDrafts } from './present-tariffs.ts';
import { countRejected } from './rejected-recipients.sql.ts';

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
  readonly spentMicros: bigint;
  readonly reservedMicros: bigint;
  /** Recipients that were not accepted. */
  readonly rejected: number;
  readonly waitingFor?: 'budget' | 'money';
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
  needs: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  query: ListQuery,
): Promise<{ total: number; items: DispatchItem[] }> {
  return read(needs.db, async (tx) => {
    await getOwnCompany(tx, actor.partnerId, query.companyId);
    const { total, items } = await selectDispatches(
      tx,
      query.companyId,
      query.status,
      query.perPage,
      (query.page - 1) * query.perPage,
    );
    return { total, items: await asItems(tx, needs, actor, items) };
  });
}

export async function getDispatch(
  needs: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  id: number,
): Promise<DispatchItem> {
  return read(needs.db, async (tx) => {
    const row = await findDispatch(tx, actor.partnerId, id, false);
    if (row === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    const [item] = await asItems(tx, needs, actor, [row]);
    if (item === undefined) throw new Error(`no item of dispatch ${id}`);
    return item;
  });
}

/** Of one company. What a draft would cost is asked anew, at the prices of now. */
async function asItems(
  tx: Tx,
  needs: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  rows: readonly DispatchRow[],
): Promise<DispatchItem[]> {
  const month = billingMonth(tx.now.getTime());
  const companyId = rows[0]?.company_id ?? 0;
  const drafts = rows.filter(({ status }) => status === 'CREATED');
  const estimates = await estimateDrafts(tx, needs, { partnerId: actor.partnerId, companyId, month }, drafts);
  const rejected = await countRejected(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => asItem(row, estimates.get(row.id) ?? shownEstimate(row), rejected.get(row.id) ?? 0));
}

/** From the start on: what it has cost and what is reserved. */
function shownEstimate(row: DispatchRow): bigint {
  const isOver = row.messages_delivered + row.messages_failed === row.messages_total;
  return row.spent_micros + row.reserved_micros + (isOver ? 0n : row.packages_micros);
}

function asItem(row: DispatchRow, estimateMicros: bigint, rejected: number): DispatchItem {
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
    estimateMicros,
    spentMicros: row.spent_micros,
    reservedMicros: row.reserved_micros,
    rejected,
    ...(row.waiting_for !== null && { waitingFor: row.waiting_for }),
    createdAt: row.created_at,
    startedAt: row.started_at,
  };
}
