// Sender names of the partner console: one row per name, one cell per operator, and the party that must act next.
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { SENDER_STATUSES, type SenderField } from '@volley/domain/senders/sender-status.ts';
import { SENDER_TURNS } from '@volley/domain/senders/sender-turn.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  anyOf,
  Count,
  Datetime,
  Id,
  IdParams,
  Money,
  MoneyOrNull,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
  Uuid,
} from '../fields.ts';
import { CompanyStatus } from '../shapes/company.ts';
import { ReviewFields, SenderFields } from '../shapes/sender.ts';

const { id, companyId, senderName, channelType, brand, commonType, status, dateFrom, dateTo } = SenderFields;
const { suspended, suspendReason, managerComment, countryCode, createdAt, rejectedAt } = SenderFields;

const Cell = Type.Object({
  id,
  brand,
  status,
  statusSince: Datetime,
  turn: oneOf(SENDER_TURNS),
  usable: Type.Boolean({ description: 'true: messages can be sent under it now' }),
  suspended,
  suspendReason,
  commonType,
  fee: Type.Unsafe<{ value: number; currency: string } | null>({
    ...MoneyOrNull,
    description: 'null also without the right to see money',
  }),
  managerComment,
  dateFrom,
  dateTo,
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
  summary: 'Sender names by operator; a name is listed if any of its registrations matches',
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
        { description: 'registrations by the party that must act next, ignoring that filter' },
      ),
      items: Type.Array(
        Type.Object({
          companyId,
          companyName: Type.String(),
          senderName,
          channelType,
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
  summary: 'Download the same list as a file, one row per registration, at most 10,000 names',
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
  summary: 'Get a sender name with its documents, history and allowed actions',
  auth: 'session',
  right: 'senders.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      ...Cell.properties,
      companyId,
      companyName: Type.String(),
      companyStatus: CompanyStatus,
      senderName,
      channelType,
      countryCode,
      description: ReviewFields.description,
      createdAt,
      rejectedAt,
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
          status,
          suspended,
          comment: StringOrNull,
        }),
        { description: 'newest first; the state after each change, at most 100 changes' },
      ),
      siblings: Type.Array(Type.Object({ id, brand, status }), {
        description: 'the same name with other operators',
      }),
      fees: Type.Array(Type.Object({ month: Type.String(), amount: Money }), {
        description: 'charged so far, newest first, at most two years; empty without the right to see money',
      }),
      runningDispatches: Count,
    }),
  },
});
