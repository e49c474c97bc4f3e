import { BRANDS } from '@volley/domain/brand.ts';
import { RATE_TERMS } from '@volley/domain/dispatch-rate.ts';
import { DISPATCH_STATUSES } from '@volley/domain/dispatch-status.ts';
import { NOT_SENT_REASONS } from '@volley/domain/not-sent.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { anyOf, Count, Datetime, DatetimeOrNull, Id, IdParams, Money, oneOf, Page, StringOrNull } from '../fields.ts';

/** accepted = queued + withOperator + delivered + failed */
const Counts = Type.Object({
  accepted: Count,
  queued: Count,
  withOperator: Count,
  delivered: Count,
  failed: Count,
});

/** Null for who may not see money. */
const Spend = Type.Union([
  Type.Null(),
  Type.Object({
    /** What is or was reserved at the start. */
    estimate: Money,
    spent: Money,
    /** What is still held back. */
    reserved: Money,
  }),
]);

const Company = Type.Object({ id: Id, name: Type.String() });

const DispatchRow = Type.Object({
  id: Id,
  kind: oneOf(['PARTNER', 'MESSAGING']),
  name: Type.String(),
  company: Company,
  channelType: Type.String(),
  status: oneOf(DISPATCH_STATUSES),
  counts: Counts,
  spend: Spend,
  createdAt: Datetime,
  startedAt: DatetimeOrNull,
  endedAt: DatetimeOrNull,
});

const DISPATCH_SORTS = ['created', 'name', 'accepted', 'started'] as const;

export const listConsoleDispatches = endpoint({
  id: 'listConsoleDispatches',
  surface: 'console',
  method: 'GET',
  path: '/dispatches',
  summary: 'Dispatches of both APIs with their progress',
  auth: 'session',
  right: 'dispatches.read',
  query: Type.Object({
    company: Type.Optional(Id),
    status: Type.Optional(anyOf(DISPATCH_STATUSES)),
    q: Type.Optional(Type.String({ maxLength: 255, description: 'part of the name' })),
    from: Type.Optional(Datetime),
    to: Type.Optional(Datetime),
    sort: Type.Optional(oneOf(DISPATCH_SORTS)),
    order: Type.Optional(oneOf(['asc', 'desc'])),
    page: Page,
    perPage: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(DispatchRow) }),
  },
});

/** Also what the topic `dispatch:ID` carries. */
const Progress = Type.Object({
  id: Id,
  status: oneOf(DISPATCH_STATUSES),
  counts: Counts,
  /** Messages a second; null until it is known. */
  ratePerSecond: Type.Union([Type.Null(), Type.Number()]),
  secondsLeft: Type.Union([Type.Null(), Type.Integer()]),
  finishAt: DatetimeOrNull,
  pausedUntil: DatetimeOrNull,
  heldBy: Type.Union([Type.Null(), oneOf(['sender', 'company'])]),
  isStalled: Type.Boolean(),
  spend: Spend,
  startedAt: DatetimeOrNull,
  endedAt: DatetimeOrNull,
});

export const getConsoleDispatch = endpoint({
  id: 'getConsoleDispatch',
  surface: 'console',
  method: 'GET',
  path: '/dispatches/{id}',
  summary: 'A dispatch with its progress of this moment',
  auth: 'session',
  right: 'dispatches.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      id: Id,
      kind: oneOf(['PARTNER', 'MESSAGING']),
      name: Type.String(),
      company: Company,
      channelType: Type.String(),
      senderNames: Type.Array(Type.String()),
      senders: Type.Array(Type.Object({ id: Id, senderName: Type.String(), brand: Type.String() })),
      text: Type.String(),
      startAt: DatetimeOrNull,
      localSendTime: StringOrNull,
      localCompletionTime: StringOrNull,
      hours: Type.Array(Type.Integer()),
      days: Type.Array(Type.Integer()),
      useLocalTime: Type.Boolean(),
      rate: Type.Union([Type.Null(), Type.Object({ rate: Type.Integer(), rateTerm: oneOf(RATE_TERMS) })]),
      parts: Count,
      createdAt: Datetime,
      progress: Progress,
    }),
  },
});

/** Also what the topic `breakdown:ID` carries. */
const Breakdown = Type.Object({
  computedAt: Datetime,
  byOperator: Type.Array(Type.Object({ operator: Type.Union([Type.Null(), oneOf(BRANDS)]), ...Counts.properties })),
  stepSeconds: Type.Integer(),
  /** Moves within each slot, at most 288 slots. */
  points: Type.Array(Type.Object({ at: Datetime, sent: Count, delivered: Count, failed: Count, unsent: Count })),
  failures: Type.Array(Type.Object({ errorCode: Type.Integer(), count: Count })),
  /** Refused when the dispatch was filled, or failed before the operator had it. */
  notSent: Type.Array(
    Type.Object({
      reason: oneOf(NOT_SENT_REASONS),
      count: Count,
      codes: Type.Array(Type.Object({ errorCode: Type.Integer(), refused: Count, failed: Count })),
    }),
  ),
  read: Count,
  clicked: Count,
});

export const getDispatchBreakdown = endpoint({
  id: 'getDispatchBreakdown',
  surface: 'console',
  method: 'GET',
  path: '/dispatches/{id}/breakdown',
  summary: 'Where the messages of a dispatch went; null while a large one is first counted',
  auth: 'session',
  right: 'dispatches.read',
  params: IdParams,
  responses: { 200: Type.Object({ breakdown: Type.Union([Type.Null(), Breakdown]) }) },
});

const Moved = Type.Object({ id: Id, status: oneOf(DISPATCH_STATUSES) });

export const startAnyDispatch = endpoint({
  id: 'startAnyDispatch',
  surface: 'console',
  method: 'POST',
  path: '/dispatches/{id}/start',
  summary: 'Start a dispatch of either API',
  auth: 'session',
  right: 'dispatches.write',
  params: IdParams,
  responses: { 200: Moved },
});

export const stopAnyDispatch = endpoint({
  id: 'stopAnyDispatch',
  surface: 'console',
  method: 'POST',
  path: '/dispatches/{id}/stop',
  summary: 'Stop a dispatch of either API for good',
  auth: 'session',
  right: 'dispatches.write',
  params: IdParams,
  responses: { 200: Moved },
});

export const noteLeftOut = endpoint({
  id: 'noteLeftOut',
  surface: 'console',
  method: 'PUT',
  path: '/dispatches/{id}/left-out',
  summary: 'What was left out of the file before its rows were sent',
  auth: 'session',
  right: 'dispatches.write',
  params: IdParams,
  body: Type.Object({
    duplicates: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    badNumbers: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  }),
  responses: { 200: Type.Object({ id: Id }) },
});
