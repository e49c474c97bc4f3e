import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import { billingMonth } from '@volley/domain/money/budget.ts';
import { must } from '@volley/domain/must.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { countDispatches, type DispatchRow, findDispatch, selectDispatches } from './dispatches.sql.ts';
import { type DraftEstimate, estimateDrafts } from './money/present-tariffs.ts';
import { countRejected } from './recipients/rejected-recipients.sql.ts';

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
  /** The part of the estimate for packages. */
  readonly packagesMicros: bigint;
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
    const { companyId, status, page, perPage } = query;
    const total = await countDispatches(tx, companyId, status);
    const rows = await selectDispatches(tx, companyId, { status, limit: perPage, offset: (page - 1) * perPage });
    return { total, items: await asItems(tx, needs, actor, rows) };
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
    return must(item, `item of dispatch ${id}`);
  });
}

/** `rows` are of one company. Drafts are estimated at present prices. */
async function asItems(
  tx: Tx,
  needs: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  rows: readonly DispatchRow[],
): Promise<DispatchItem[]> {
  const month = billingMonth(tx.now.getTime());
  const [first] = rows;
  if (first === undefined) return [];
  const drafts = rows.filter(({ status }) => status === 'CREATED');
  const estimates = await estimateDrafts(
    tx,
    needs,
    { partnerId: actor.partnerId, companyId: first.company_id, month },
    drafts,
  );
  const rejected = await countRejected(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => asItem(row, estimates.get(row.id) ?? shownEstimate(row), rejected.get(row.id) ?? 0));
}

/** After the start: spent plus reserved. */
function shownEstimate(row: DispatchRow): DraftEstimate {
  const isOver = row.messages_delivered + row.messages_failed === row.messages_total;
  return { messagesMicros: row.spent_micros + row.reserved_micros, packagesMicros: isOver ? 0n : row.packages_micros };
}

function asItem(row: DispatchRow, { messagesMicros, packagesMicros }: DraftEstimate, rejected: number): DispatchItem {
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
    estimateMicros: messagesMicros + packagesMicros,
    packagesMicros,
    spentMicros: row.spent_micros,
    reservedMicros: row.reserved_micros,
    rejected,
    ...(row.waiting_for !== null && { waitingFor: row.waiting_for }),
    createdAt: row.created_at,
    startedAt: row.started_at,
  };
}
