// A company in the partner console: details, money, checklist and recent dispatches.

import { billingDay, billingMonth } from '@volley/domain/money/budget.ts';
import {
  type BudgetForecast,
  forecastBudget,
  type MonthBounds,
  monthBounds,
} from '@volley/domain/money/budget-forecast.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { companyChecklist } from '@volley/domain/people/company-checklist.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Company } from '../../companies/company.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { type Document, QUOTA } from '../../documents/document.ts';
import { listDocuments } from '../../documents/list-documents.ts';
import {
  countDocuments,
  countWaiting,
  type DocumentUseRow,
  type MonthRow,
  type RecentDispatchRow,
  selectDocumentUse,
  selectMonths,
  selectRecentDispatches,
  selectSpendingByDay,
} from './company-page.sql.ts';
import { type CompanyRow, selectCompanyRows } from './company-rows.sql.ts';

const RECENT = 5;
const MONTHS_MAX = 24;

export type CompanyPage = {
  readonly company: Company;
  readonly row: CompanyRow;
  readonly checklist: ReturnType<typeof companyChecklist>;
  readonly waitingMessages: number;
  readonly recentDispatches: readonly RecentDispatchRow[];
  readonly months: readonly MonthRow[];
};

type Parts = Pick<Platform, 'db' | 'config'>;

export async function getCompanyPage({ db, config }: Parts, actor: Actor, companyId: number): Promise<CompanyPage> {
  return read(db, async (tx) => {
    const company = await getOwnCompany(tx, actor.partnerId, companyId);
    const row = await rowOf(tx, { partnerId: actor.partnerId, companyId, moderation: config.moderation });
    const documents = await countDocuments(tx, companyId);
    return {
      company,
      row,
      checklist: companyChecklist({ ...row, isActive: row.status === 'ACTIVE', documents }),
      waitingMessages: await countWaiting(tx, companyId),
      recentDispatches: await selectRecentDispatches(tx, companyId, RECENT),
      months: await selectMonths(tx, companyId, MONTHS_MAX),
    };
  });
}

type Wanted = { partnerId: number; companyId: number; moderation: Parts['config']['moderation'] };

async function rowOf(tx: Tx, { partnerId, companyId, moderation }: Wanted): Promise<CompanyRow> {
  const month = billingMonth(tx.now.getTime());
  const page = { month, moderation, sort: 'name', limit: 1, offset: 0 } as const;
  const [row] = await selectCompanyRows(tx, partnerId, { companyId }, page);
  if (row === undefined) throw new Refusal('not-found', { kind: 'Company', id: companyId });
  return row;
}

export type CompanySpending = {
  readonly month: string;
  readonly bounds: MonthBounds;
  readonly now: Date;
  readonly row: CompanyRow;
  readonly forecast: BudgetForecast | undefined;
  readonly days: readonly { readonly day: string; readonly spentMicros: bigint; readonly totalMicros: bigint }[];
};

export async function getCompanySpending(
  { db, config }: Parts,
  { partnerId }: Actor,
  companyId: number,
): Promise<CompanySpending> {
  return read(db, async (tx) => {
    const row = await rowOf(tx, { partnerId, companyId, moderation: config.moderation });
    const nowMs = tx.now.getTime();
    const month = billingMonth(nowMs);
    const spent = await selectSpendingByDay(tx, companyId, month);
    const days = accumulated(month, billingDay(nowMs), new Map(spent.map((each) => [each.day, each.spentMicros])));
    return { month, bounds: monthBounds(nowMs), now: tx.now, row, forecast: forecastBudget(row, nowMs), days };
  });
}

/** Every day from the 1st to today; a correction may make a day negative. */
function accumulated(month: string, today: string, spent: ReadonlyMap<string, bigint>): CompanySpending['days'] {
  const days: { day: string; spentMicros: bigint; totalMicros: bigint }[] = [];
  let totalMicros = 0n;
  for (let at = Date.parse(month); ; at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (day > today) return days;
    const spentMicros = spent.get(day) ?? 0n;
    totalMicros += spentMicros;
    days.push({ day, spentMicros, totalMicros });
  }
}

export type DocumentFiles = {
  readonly items: readonly (Document & { readonly senders: readonly DocumentUseRow[] })[];
  readonly room: { files: number; filesMax: number; bytes: number; bytesMax: number };
};

export async function listDocumentFiles(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  companyId: number,
): Promise<DocumentFiles> {
  const documents = await listDocuments({ db }, actor, companyId);
  const use = Map.groupBy(await read(db, (tx) => selectDocumentUse(tx, companyId)), ({ documentId }) => documentId);
  const bytes = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    items: documents.map((document) => ({ ...document, senders: use.get(document.id) ?? [] })),
    room: { files: documents.length, filesMax: QUOTA.files, bytes, bytesMax: QUOTA.bytes },
  };
}
