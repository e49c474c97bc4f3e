import * as contract from '@volley/contract/console/companies.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { QueryOf } from '@volley/contract/endpoint.ts';
import { DispatchFields } from '@volley/contract/shapes/dispatch.ts';
import type { BudgetForecast } from '@volley/domain/money/budget-forecast.ts';
import { decimalFromMicros, roundToKopecks } from '@volley/domain/money/money.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { countsByState } from '@volley/domain/sending/message-state.ts';
import { openOwnDocument } from '../../features/documents/open-document.ts';
import {
  type CompanyPage,
  type CompanySpending,
  getCompanyPage,
  getCompanySpending,
  listDocumentFiles,
} from '../../features/reports/companies/company-page.ts';
import { listCompanyRows } from '../../features/reports/companies/company-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountDownload } from '../http/mount-endpoint.ts';
import { pickMembers } from '../presentation/pick-members.ts';
import { seesMoney } from '../presentation/sees-money.ts';
import { shownCompany } from '../presentation/shown-company.ts';
import { shownTimes } from '../presentation/shown-dispatch.ts';
import { amountOf, monthSpending } from './amounts.ts';
import { csvFile } from './csv-file.ts';

type CompanyRow = Awaited<ReturnType<typeof listCompanyRows>>['items'][number];

const FILE_ROWS_MAX = 10_000;

export function mountCompanyPages(app: ApiServer, platform: Platform): void {
  mount(app, contract.listCompanyRows, platform, async ({ actor, query }) => {
    const { total, items } = await listCompanyRows(platform, actor, { ...query, ...orderFor(actor, query) });
    const { page, perPage } = query;
    return { page, perPage, total, items: items.map((row) => shownRow(row, actor)) };
  });

  mountDownload(app, contract.downloadCompanies, platform, async ({ actor, query: { lang, ...filter } }) => {
    const all = { ...filter, ...orderFor(actor, filter), page: 1, perPage: FILE_ROWS_MAX };
    const { items } = await listCompanyRows(platform, actor, all);
    const rows = items.map((row) => fileRow(row, actor));
    return csvFile('companies.csv', HEADER, rows, lang);
  });

  mount(app, contract.getCompanyPage, platform, async ({ actor, params }) =>
    shownPage(await getCompanyPage(platform, actor, params.id), actor),
  );

  mount(app, contract.getSpending, platform, async ({ actor, params }) =>
    shownSpending(await getCompanySpending(platform, actor, params.id), actor.currency),
  );

  mount(app, contract.listDocumentFiles, platform, async ({ actor, params }) => {
    const { items, room } = await listDocumentFiles(platform, actor, params.id);
    const shown = items.map(({ id, filename, mediaType, sizeBytes, createdAt, senders }) => ({
      id,
      filename,
      mediaType,
      sizeBytes,
      createdAt: formatDatetime(createdAt),
      senders: senders.map((sender) => ({ id: sender.id, senderName: sender.senderName })),
    }));
    return { items: shown, room };
  });

  mountDownload(app, contract.downloadOwnDocument, platform, async ({ actor, params }) => {
    const { document, bytes } = await openOwnDocument(platform, actor, params.id);
    return { filename: document.filename, mediaType: document.mediaType, bytes };
  });
}

/** Sorting by money would reveal the spending. */
function orderFor(actor: PartnerConsoleActor, { sort }: QueryOf<typeof contract.downloadCompanies>) {
  return { sort: sort === 'spent' && !seesMoney(actor) ? undefined : sort };
}

function shownRow(row: CompanyRow, actor: PartnerConsoleActor) {
  const { companyId, name, counteragentInn, status, running, senders, createdAt } = row;
  const spending = seesMoney(actor) ? monthSpending(row, actor.currency) : null;
  return { companyId, name, counteragentInn, status, spending, running, senders, createdAt: formatDatetime(createdAt) };
}

function shownPage({ company, row, recentDispatches, months, ...rest }: CompanyPage, actor: PartnerConsoleActor) {
  const { currency } = actor;
  return {
    ...shownRow(row, actor),
    ...shownCompany(company),
    ...rest,
    recentDispatches: recentDispatches.map((dispatch) => ({
      ...pickMembers(dispatch, DispatchFields),
      counts: countsByState(dispatch),
      ...shownTimes(dispatch),
    })),
    months: (seesMoney(actor) ? months : []).map(
      ({ month, spentMicros, reservedMicros, feesMicros, lateMicros, isClosed }) => ({
        month: month.slice(0, 7),
        spent: amountOf(spentMicros, currency),
        reserved: amountOf(reservedMicros, currency),
        fees: amountOf(feesMicros, currency),
        late: amountOf(lateMicros, currency),
        isClosed,
      }),
    ),
  };
}

function shownSpending({ month, bounds, now, row, forecast, days }: CompanySpending, currency: string) {
  return {
    month: month.slice(0, 7),
    from: formatDatetime(bounds.from),
    to: formatDatetime(bounds.to),
    now: formatDatetime(now),
    spending: monthSpending(row, currency),
    forecast: shownForecast(forecast, currency),
    days: days.map(({ day, spentMicros, totalMicros }) => ({
      day,
      spent: amountOf(spentMicros, currency),
      total: amountOf(totalMicros, currency),
    })),
  };
}

export function shownForecast(forecast: BudgetForecast | undefined, currency: string) {
  if (forecast === undefined) return null;
  return {
    // Rounded: more digits would suggest precision that a forecast does not have.
    amount: { value: roundToKopecks(forecast.micros), currency },
    exhaustedAt: formatDatetimeOrNull(forecast.exhaustedAt ?? null),
  };
}

const HEADER = [
  'companyId',
  'name',
  'counteragentInn',
  'status',
  'budget',
  'spent',
  'reserved',
  'currency',
  'running',
  'sendersUsable',
  'sendersWaiting',
];

const fileRow = (row: CompanyRow, actor: PartnerConsoleActor) => [
  row.companyId,
  row.name,
  row.counteragentInn,
  row.status,
  ...(seesMoney(actor) ? moneyOf(row, actor.currency) : [null, null, null, null]),
  row.running,
  row.senders.usable,
  row.senders.waiting,
];

const moneyOf = ({ budgetMicros, spentMicros, reservedMicros }: CompanyRow, currency: string) => [
  budgetMicros === null ? null : decimalFromMicros(budgetMicros),
  decimalFromMicros(spentMicros),
  decimalFromMicros(reservedMicros),
  currency,
];
