import * as contract from '@volley/contract/console/messages.ts';
import { formatDatetime, formatDatetimeOrNull, parseDatetime } from '@volley/contract/datetime.ts';
import type { QueryOf } from '@volley/contract/endpoint.ts';
import { decimalFromMicros } from '@volley/domain/money/money.ts';
import type { PartnerConsoleActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';
import { exportMessages } from '../../features/reports/messages/message-export.ts';
import type { MessageListFilter } from '../../features/reports/messages/message-filter.ts';
import { type ListedMessage, listAllMessages } from '../../features/reports/messages/message-list.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountDownload } from '../http/mount-endpoint.ts';
import { type CsvLanguage, csvStream } from '../presentation/csv-lines.ts';
import { shownNumber } from './shown-number.ts';

export function mountMessages(app: ApiServer, platform: Platform): void {
  mount(app, contract.listMessages, platform, async ({ actor, query }) => {
    const { page, perPage } = query;
    const { total, reachable, range, items } = await listAllMessages(platform, actor, filterOf(query), query);
    return {
      page,
      perPage,
      total,
      reachable,
      range:
        range.from === undefined
          ? null
          : {
              from: formatDatetime(range.from),
              to: range.to === undefined ? null : formatDatetime(range.to),
              isDefault: range.isDefault,
            },
      items: items.map((item) => shownMessage(item, actor)),
    };
  });

  mountDownload(app, contract.exportMessages, platform, ({ actor, query }) => {
    const language = query.lang ?? 'en';
    const rows = exportMessages(platform, actor, filterOf(query), contract.EXPORT_ROWS_MAX);
    const day = platform.clock.now().toISOString().slice(0, 10);
    return {
      filename: `${platform.config.testMode ? 'test-' : ''}messages-${day}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      bytes: csvStream(HEADS[language], cellsOf(rows, actor), language),
    };
  });
}

type Filters = Omit<QueryOf<typeof contract.exportMessages>, 'lang'>;

function filterOf({ from, to, ...query }: Filters): MessageListFilter {
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
  const [fromAt, toAt] = [from, to].map((text) => (text === undefined ? undefined : parseDatetime(text)));
  return { ...filters, ...(fromAt && { from: fromAt }), ...(toAt && { to: toAt }) };
}

const FILTERS = [
  'company',
  'dispatch',
  'state',
  'status',
  'channel',
  'operator',
  'error',
  'destination',
  'externalId',
  'sender',
  'tag',
  'q',
  'read',
  'clicked',
  'direction',
] as const satisfies readonly (keyof Filters)[];

/** Hides numbers and money from users without the rights. */
export function shownMessage({ priceMicros, ...message }: ListedMessage, actor: PartnerConsoleActor) {
  return {
    ...message,
    destination: shownNumber(message.destination, actor),
    price:
      priceMicros === null || !hasRight(actor.role, 'money.read')
        ? null
        : { value: decimalFromMicros(priceMicros), currency: actor.currency },
    createdAt: formatDatetime(message.createdAt),
    sentAt: formatDatetimeOrNull(message.sentAt),
    finalAt: formatDatetimeOrNull(message.finalAt),
    readAt: formatDatetimeOrNull(message.readAt),
  };
}

const HEADS: Readonly<Record<CsvLanguage, readonly string[]>> = {
  en: [
    'UUID',
    'Created',
    'Direction',
    'Company',
    'Dispatch',
    'Dispatch name',
    'Channel',
    'Sender',
    'Number',
    'Operator',
  ].concat(['State', 'Error', 'Parts', 'Price', 'Currency', 'Sent', 'Final', 'Read', 'External ID', 'Text']),
  ru: [
    'UUID',
    'Создано',
    'Направление',
    'Компания',
    'Рассылка',
    'Название рассылки',
    'Канал',
    'Имя отправителя',
    'Номер',
  ]
    .concat(['Оператор', 'Состояние', 'Ошибка', 'Частей', 'Цена', 'Валюта', 'Передано', 'Завершено', 'Прочитано'])
    .concat(['Внешний ID', 'Текст']),
};

async function* cellsOf(portions: AsyncIterable<readonly ListedMessage[]>, actor: PartnerConsoleActor) {
  for await (const rows of portions) yield rows.map((row) => cells(shownMessage(row, actor)));
}

function cells(row: ReturnType<typeof shownMessage>) {
  return [
    row.messageUuid,
    row.createdAt,
    row.direction,
    row.company.name,
    row.dispatch?.id ?? null,
    row.dispatch?.name ?? null,
    row.channelType,
    row.senderName,
    row.destination,
    row.operator,
    row.state,
    row.errorCode,
    row.parts,
    row.price?.value ?? null,
    row.price?.currency ?? null,
    row.sentAt,
    row.finalAt,
    row.readAt,
    row.externalId,
    row.text,
  ];
}
