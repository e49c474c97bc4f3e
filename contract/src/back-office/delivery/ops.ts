import { PROTOCOLS } from '@volley/domain/links/provider-protocol.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { LANES } from '@volley/domain/sending/lane.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, oneOf } from '../../fields.ts';
import { DegradedReason, LastError, ReceiptsPerPart } from './links.ts';

const NumberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] });
const Operator = Type.Unsafe<(typeof BRANDS)[number] | null>({ enum: [...BRANDS, null] });

const Rates = Type.Object(
  {
    accepted: Type.Number(),
    submitted: Type.Number(),
    delivered: Type.Number(),
    failed: Type.Number(),
  },
  { title: 'Rates' },
);

const Point = Type.Object(
  {
    at: Datetime,
    rates: Type.Union([Rates, Type.Null()], {
      description: 'messages per second; null: no previous reading',
    }),
  },
  { title: 'OpsPoint' },
);

/** Also the value of the live topic. */
export const OpsSnapshot = Type.Object(
  {
    at: Datetime,
    rates: Point.properties.rates,
    running: Type.Object({
      dispatches: Count,
      accepted: Count,
      queued: Count,
      withOperator: Count,
      delivered: Count,
      failed: Count,
    }),
    lanes: Type.Array(
      Type.Object({
        lane: oneOf(LANES),
        lists: Type.Unsafe<number>({ ...Count, description: 'due buckets with messages' }),
        queued: Count,
        inFlight: Count,
        oldestSeconds: NumberOrNull,
      }),
    ),
    latency: Type.Object({
      p50: NumberOrNull,
      p95: NumberOrNull,
      p99: NumberOrNull,
      count: Count,
    }),
    outcomes: Type.Array(Type.Object({ operator: Operator, delivered: Count, failed: Count })),
    failures: Type.Array(
      Type.Object({
        operator: Operator,
        errorCode: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        count: Count,
      }),
    ),
    sampledShare: Type.Number({ description: 'share of messages sampled for latency and failures' }),
    links: Type.Array(
      Type.Object({
        linkId: Id,
        name: Type.String(),
        protocol: oneOf(PROTOCOLS),
        channelType: Type.String(),
        brands: Type.Array(Type.Integer()),
        ratePerSecond: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        windowSize: Type.Integer(),
        receiptsPerPart: ReceiptsPerPart,
        enabled: Type.Boolean(),
        paused: Type.Boolean(),
        bound: Type.Boolean(),
        degradedBecause: DegradedReason,
        degradedSince: DatetimeOrNull,
        lastError: LastError,
        lastBoundAt: DatetimeOrNull,
        outstanding: Count,
      }),
    ),
    callbacks: Type.Array(
      Type.Object({
        host: Type.String(),
        waiting: Count,
        oldest: DatetimeOrNull,
        failingSince: DatetimeOrNull,
        givenUp: Count,
      }),
    ),
    instances: Type.Array(
      Type.Object({
        id: Type.String(),
        roles: Type.Array(Type.String()),
        startedAt: Datetime,
        isAlive: Type.Boolean(),
      }),
    ),
    receiptsWaiting: Type.Unsafe<number>({
      ...Count,
      description: 'receipts without their message yet; counted up to a thousand',
    }),
    engine: Type.Record(Type.String(), Type.Number(), { description: 'anomalies, counted since the installation' }),
    broker: Type.Object({ connected: Type.Boolean() }),
    database: Type.Object({ ms: Type.Number({ description: 'duration of this reading' }) }),
  },
  { title: 'OpsSnapshot' },
);

export const getOps = endpoint({
  id: 'adminGetOps',
  surface: 'back-office',
  method: 'GET',
  path: '/ops',
  summary: 'Get the current state of traffic: rates, queues, receipts, failures, links, callbacks, processes',
  auth: 'staff',
  capability: 'links.read',
  query: Type.Object({
    points: Type.Optional(
      Type.Unsafe<'all'>({
        ...oneOf(['all']),
        description: 'with the readings of the last ten minutes, as far as they were taken',
      }),
    ),
  }),
  responses: { 200: Type.Object({ now: OpsSnapshot, points: Type.Array(Point) }) },
});
