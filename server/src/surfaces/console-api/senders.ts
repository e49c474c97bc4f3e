import * as contract from '@volley/contract/console/senders.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import type { CabinetActor } from '@volley/domain/actor.ts';
import { decimalFromMicros } from '@volley/domain/money.ts';
import { listSenderMatrix, type SenderMatrix } from '../../features/reports/sender-matrix.ts';
import { getSenderPage, type SenderPage } from '../../features/reports/sender-page.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount, mountDownload } from '../mount-endpoint.ts';
import { seesMoney } from '../sees-money.ts';
import { amountOf } from './amounts.ts';
import { csvFile } from './csv-file.ts';

type SenderCellRow = SenderMatrix['items'][number]['cells'][number];

const FILE_NAMES_MAX = 10_000;

export function mountSenderPages(app: ApiServer, platform: Platform): void {
  mount(app, contract.listSenderMatrix, platform, async ({ actor, query }) => {
    const { items, ...counts } = await listSenderMatrix(platform, actor, query);
    const { page, perPage } = query;
    const shown = items.map(({ cells, ...name }) => ({
      ...name,
      cells: cells.map((cell) => shownCell(cell, actor)),
    }));
    return { page, perPage, ...counts, items: shown };
  });

  mountDownload(app, contract.downloadSenders, platform, async ({ actor, query: { lang, ...filter } }) => {
    const { items } = await listSenderMatrix(platform, actor, { ...filter, page: 1, perPage: FILE_NAMES_MAX });
    const cells = items.flatMap((name) => name.cells);
    const rows = cells.map((cell) => fileRow(seesMoney(actor) ? cell : { ...cell, feeMicros: null }));
    return csvFile('senders.csv', HEADER, rows, lang);
  });

  mount(app, contract.getSenderPage, platform, async ({ actor, params }) =>
    shownPage(await getSenderPage(platform, actor, params.id), actor),
  );
}

function feeOf(actor: CabinetActor, { feeMicros, feeCurrency }: Pick<SenderCellRow, 'feeMicros' | 'feeCurrency'>) {
  return feeMicros === null || !seesMoney(actor) ? null : amountOf(feeMicros, feeCurrency ?? actor.currency);
}

function shownCell(cell: SenderCellRow, actor: CabinetActor) {
  const { id, brand, status, turn, usable, suspended, suspendReason, commonType, managerComment, older } = cell;
  return {
    id,
    brand,
    status,
    turn,
    usable,
    suspended,
    suspendReason,
    commonType,
    managerComment,
    older,
    statusSince: formatDatetime(cell.statusSince),
    fee: feeOf(actor, cell),
    dateFrom: formatDatetime(cell.dateFrom),
    dateTo: formatDatetimeOrNull(cell.dateTo),
  };
}

function shownPage({ sender, state, actions, documents, history, siblings, fees }: SenderPage, actor: CabinetActor) {
  const { id, brand, suspended, suspendReason, commonType, managerComment } = sender;
  const { companyId, senderName, channelType, countryCode, description } = sender;
  const { feeCurrency, statusSince, ...shownState } = state;
  return {
    id,
    brand,
    suspended,
    suspendReason,
    commonType,
    managerComment,
    older: 0,
    companyId,
    senderName,
    channelType,
    countryCode,
    description,
    ...shownState,
    statusSince: formatDatetime(statusSince),
    fee: feeOf(actor, { feeMicros: sender.feeMicros, feeCurrency }),
    dateFrom: formatDatetime(sender.dateFrom),
    dateTo: formatDatetimeOrNull(sender.dateTo),
    createdAt: formatDatetime(sender.createdAt),
    rejectedAt: formatDatetimeOrNull(sender.rejectedAt),
    documents: documents.map((document) => ({
      id: document.id,
      filename: document.filename,
      createdAt: formatDatetime(document.createdAt),
    })),
    actions,
    history: history.map((move) => ({ ...move, at: formatDatetime(move.at) })),
    siblings,
    fees: (seesMoney(actor) ? fees : []).map((fee) => ({
      month: fee.month.slice(0, 7),
      amount: amountOf(fee.valueMicros, fee.currency),
    })),
  };
}

const HEADER = [
  'id',
  'companyId',
  'company',
  'senderName',
  'channelType',
  'brand',
  'status',
  'statusSince',
  'turn',
  'suspended',
  'suspendReason',
  'fee',
  'dateFrom',
  'dateTo',
  'managerComment',
];

const fileRow = (cell: SenderCellRow) => [
  cell.id,
  cell.companyId,
  cell.companyName,
  cell.senderName,
  cell.channelType,
  cell.brand,
  cell.status,
  formatDatetime(cell.statusSince),
  cell.turn,
  String(cell.suspended),
  cell.suspendReason,
  cell.feeMicros === null ? null : decimalFromMicros(cell.feeMicros),
  formatDatetime(cell.dateFrom),
  formatDatetimeOrNull(cell.dateTo),
  cell.managerComment,
];
