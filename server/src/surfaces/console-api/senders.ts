import * as accounts from '@volley/contract/console/sender-accounts.ts';
import * as contract from '@volley/contract/console/senders.ts';
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { releaseHeld } from '../../features/queue/pacing/release-held.ts';
import { listSenderMatrix, type SenderMatrix } from '../../features/reports/senders/sender-matrix.ts';
import { getSenderPage, type SenderPage } from '../../features/reports/senders/sender-page.ts';
import { getOwnAccount, putOwnAccount, removeOwnAccount } from '../../features/sender-accounts/own-account.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountDownload } from '../http/mount-endpoint.ts';
import { seesMoney } from '../presentation/sees-money.ts';
import { shownSender } from '../presentation/shown-sender.ts';
import { shownAccount, testStored } from '../presentation/tested-account.ts';
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

  mountSenderAccounts(app, platform);
}

function mountSenderAccounts(app: ApiServer, platform: Platform): void {
  mount(app, accounts.getSenderAccount, platform, async ({ actor, params }) =>
    shownAccount(await getOwnAccount(platform, actor, params.id), platform.clock.now()),
  );

  mount(app, accounts.putSenderAccount, platform, async ({ actor, params, body }) => {
    const put = await putOwnAccount(platform, actor, params.id, body);
    const { shown, test } = await testStored(platform, put);
    return { ...shownAccount(shown, platform.clock.now()), test };
  });

  mount(app, accounts.removeSenderAccount, platform, async ({ actor, params }) => {
    const account = await removeOwnAccount(platform, actor, params.id);
    await releaseHeld(platform, { companyId: account.companyId, senderId: params.id });
    return shownAccount(account, platform.clock.now());
  });
}

function feeOf(
  actor: PartnerConsoleActor,
  { feeMicros, feeCurrency }: Pick<SenderCellRow, 'feeMicros' | 'feeCurrency'>,
) {
  return feeMicros === null || !seesMoney(actor) ? null : amountOf(feeMicros, feeCurrency ?? actor.currency);
}

function shownCell(cell: SenderCellRow, actor: PartnerConsoleActor) {
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

function shownPage(
  { sender, state, actions, documents, history, siblings, fees }: SenderPage,
  actor: PartnerConsoleActor,
) {
  const { companyId, senderName, channelType, countryCode, description, createdAt, rejectedAt } = shownSender(sender);
  const { companyName, companyStatus, complete, runningDispatches } = state;
  return {
    ...shownCell({ ...sender, ...state, older: 0 }, actor),
    companyId,
    companyName,
    companyStatus,
    senderName,
    channelType,
    countryCode,
    description,
    createdAt,
    rejectedAt,
    complete,
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
    runningDispatches,
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
