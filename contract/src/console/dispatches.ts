import { RATE_TERMS } from '@volley/domain/dispatches/dispatch-rate.ts';
import { DISPATCH_STATUSES } from '@volley/domain/dispatches/dispatch-status.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { NOT_SENT_REASONS } from '@volley/domain/sending/not-sent.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { anyOf, Count, Datetime, DatetimeOrNull, Id, IdParams, Money, oneOf, Page, StringOrNull } from '../fields.ts';
import { DispatchFields, DispatchTimes, MovedDispatch, StateCounts } from '../shapes/dispatch.ts';

const { id, name, status } = DispatchFields;
const { createdAt, startedAt } = DispatchTimes;

const Counts = Type.Object(StateCounts);

/** Null: without the right to see money. */
const Spend = Type.Union([
  Type.Null(),
  Type.Object({
    /** Reserved at the start. */
    estimate: Money,
    /** Part of the estimate: packages that the messages may still open. */
    packages: Money,
    spent: Money,
    /** Still reserved. */
    reserved: Money,
  }),
]);

/** A dispatch of either API. */
const head = {
  id,
  kind: oneOf(['PARTNER', 'MESSAGING']),
  name,
  company: Type.Object({ id: Id, name: Type.String() }),
  channelType: Type.String(),
};

const DispatchRow = Type.Object({
  ...head,
  status,
  counts: Counts,
  spend: Spend,
  createdAt,
  startedAt,
  endedAt: DatetimeOrNull,
});

const DISPATCH_SORTS = ['created', 'name', 'accepted', 'started'] as const;

export const listConsoleDispatches = endpoint({
  id: 'listConsoleDispatches',
  surface: 'console',
  method: 'GET',
  path: '/dispatches',
  summary: 'List dispatches of both APIs with their progress',
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

/** Also the value of the topic `dispatch:ID`. */
const Progress = Type.Object({
  id,
  status,
  counts: Counts,
  /** Messages per second; null: unknown yet. */
  ratePerSecond: Type.Union([Type.Null(), Type.Number()]),
  secondsLeft: Type.Union([Type.Null(), Type.Integer()]),
  finishAt: DatetimeOrNull,
  pausedUntil: DatetimeOrNull,
  heldBy: Type.Union([Type.Null(), oneOf(['sender', 'company'])]),
  isStalled: Type.Boolean(),
  spend: Spend,
  startedAt,
  endedAt: DatetimeOrNull,
});

export const getConsoleDispatch = endpoint({
  id: 'getConsoleDispatch',
  surface: 'console',
  method: 'GET',
  path: '/dispatches/{id}',
  summary: 'Get a dispatch with its current progress',
  auth: 'session',
  right: 'dispatches.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      ...head,
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
      createdAt,
      progress: Progress,
    }),
  },
});

/** Also the value of the topic `breakdown:ID`. */
const Breakdown = Type.Object({
  computedAt: Datetime,
  byOperator: Type.Array(Type.Object({ operator: Type.Union([Type.Null(), oneOf(BRANDS)]), ...StateCounts })),
  stepSeconds: Type.Integer(),
  /** Status changes within each slot, at most 288 slots. */
  points: Type.Array(Type.Object({ at: Datetime, sent: Count, delivered: Count, failed: Count, unsent: Count })),
  failures: Type.Array(Type.Object({ errorCode: Type.Integer(), count: Count })),
  /** Refused when recipients were added, or failed before the operator accepted it. */
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
  summary: 'Get the breakdown of a dispatch; null while a large dispatch is counted for the first time',
  auth: 'session',
  right: 'dispatches.read',
  params: IdParams,
  responses: { 200: Type.Object({ breakdown: Type.Union([Type.Null(), Breakdown]) }) },
});

export const startAnyDispatch = endpoint({
  id: 'startAnyDispatch',
  surface: 'console',
  method: 'POST',
  path: '/dispatches/{id}/start',
  summary: 'Start a dispatch of either API',
  auth: 'session',
  right: 'dispatches.write',
  params: IdParams,
  responses: { 200: MovedDispatch },
});

export const stopAnyDispatch = endpoint({
  id: 'stopAnyDispatch',
  surface: 'console',
  method: 'POST',
  path: '/dispatches/{id}/stop',
  summary: 'Stop a dispatch of either API permanently',
  auth: 'session',
  right: 'dispatches.write',
  params: IdParams,
  responses: { 200: MovedDispatch },
});

export const noteLeftOut = endpoint({
  id: 'noteLeftOut',
  surface: 'console',
  method: 'PUT',
  path: '/dispatches/{id}/left-out',
  summary: 'Report the rows of a file that were left out before sending',
  auth: 'session',
  right: 'dispatches.write',
  params: IdParams,
  body: Type.Object({
    duplicates: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    badNumbers: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
  }),
  responses: { 200: Type.Object({ id: Id }) },
});
