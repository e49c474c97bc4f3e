// Sender names as the cabinet shows them: one row per name, one cell per operator, and whose turn it is.
import { BRANDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { COMMON_TYPES } from '@volley/domain/sender-name.ts';
import { SENDER_STATUSES, type SenderField } from '@volley/domain/sender-status.ts';
import { SENDER_TURNS } from '@volley/domain/sender-turn.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  anyOf,
  Count,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  Money,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
  Uuid,
} from '../fields.ts';

const MoneyOrNull = Type.Union([Money, Type.Null()]);

const Cell = Type.Object({
  id: Id,
  brand: oneOf(BRANDS),
  status: oneOf(SENDER_STATUSES),
  statusSince: Datetime,
  turn: oneOf(SENDER_TURNS),
  usable: Type.Boolean({ description: 'messages may go out under it now' }),
  suspended: Type.Boolean(),
  suspendReason: StringOrNull,
  commonType: oneOf(COMMON_TYPES),
  fee: Type.Unsafe<{ value: number; currency: string } | null>({
    ...MoneyOrNull,
    description: 'null also for those who may not see money',
  }),
  managerComment: StringOrNull,
  dateFrom: Datetime,
  dateTo: DatetimeOrNull,
  older: Type.Unsafe<number>({ ...Count, description: 'earlier registrations of the same name and operator' }),
});

const filter = {
  companyId: Type.Optional(Id),
  q: Type.Optional(Type.String({ maxLength: 64, description: 'part of the name' })),
  status: Type.Optional(anyOf(SENDER_STATUSES)),
  brand: Type.Optional(anyOf(BRANDS)),
  channelType: Type.Optional(anyOf(CHANNEL_TYPES)),
  turn: Type.Optional(anyOf(SENDER_TURNS)),
  usable: Type.Optional(Type.Boolean()),
  suspended: Type.Optional(Type.Boolean()),
};

export const listSenderMatrix = endpoint({
  id: 'consoleListSenders',
  surface: 'console',
  method: 'GET',
  path: '/senders',
  summary: 'Sender names by operator; a name is listed when one of its registrations matches',
  auth: 'session',
  right: 'senders.read',
  query: Type.Object({ ...filter, page: Page, perPage: pageSize(50) }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Type.Unsafe<number>({ ...Count, description: 'names' }),
      registrations: Count,
      turns: Type.Object(
        { partner: Count, platform: Count, operator: Count, nobody: Count },
        { description: 'registrations by whose turn it is, without the filter of the turn' },
      ),
      items: Type.Array(
        Type.Object({
          companyId: Id,
          companyName: Type.String(),
          senderName: Type.String(),
          channelType: oneOf(CHANNEL_TYPES),
          cells: Type.Array(Cell),
        }),
      ),
    }),
  },
});

export const downloadSenders = endpoint({
  id: 'consoleDownloadSenders',
  surface: 'console',
  method: 'GET',
  path: '/senders.csv',
  summary: 'The same as a file, a row per registration, of 10 000 names at most',
  auth: 'session',
  right: 'senders.read',
  query: Type.Object({ ...filter, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});

const FIELDS: readonly SenderField[] = ['senderName', 'commonType', 'documentIds', 'dateFrom', 'dateTo'];

export const getSenderPage = endpoint({
  id: 'consoleGetSender',
  surface: 'console',
  method: 'GET',
  path: '/senders/{id}',
  summary: 'A sender name with its documents, its history and what may be done with it now',
  auth: 'session',
  right: 'senders.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      ...Cell.properties,
      companyId: Id,
      companyName: Type.String(),
      companyStatus: oneOf(['ACTIVE', 'DISABLED']),
      senderName: Type.String(),
      channelType: oneOf(CHANNEL_TYPES),
      countryCode: Type.String(),
      description: StringOrNull,
      createdAt: Datetime,
      rejectedAt: DatetimeOrNull,
      complete: Type.Boolean({ description: 'advertising needs a document' }),
      documents: Type.Array(Type.Object({ id: Uuid, filename: Type.String(), createdAt: Datetime })),
      actions: Type.Object({
        suspend: Type.Boolean(),
        unsuspend: Type.Boolean(),
        close: Type.Boolean(),
        keepOpen: Type.Boolean(),
        edit: Type.Array(oneOf(FIELDS)),
      }),
      history: Type.Array(
        Type.Object({
          at: Datetime,
          status: oneOf(SENDER_STATUSES),
          suspended: Type.Boolean(),
          comment: StringOrNull,
        }),
        { description: 'newest first; the name as it was after each change, 100 changes at most' },
      ),
      siblings: Type.Array(Type.Object({ id: Id, brand: oneOf(BRANDS), status: oneOf(SENDER_STATUSES) }), {
        description: 'the same name with other operators',
      }),
      fees: Type.Array(Type.Object({ month: Type.String(), amount: Money }), {
        description: 'charged so far, newest first, two years at most; none for those who may not see money',
      }),
      runningDispatches: Count,
    }),
  },
});
