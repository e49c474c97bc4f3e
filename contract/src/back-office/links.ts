import { BRAND_IDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, DatetimeOrNull, Id, IdParams, oneOf } from '../fields.ts';
import { listOf, Reason } from './fields.ts';

const Brands = Type.Array(Type.Integer({ minimum: 0, maximum: Math.max(...Object.values(BRAND_IDS)) }), {
  minItems: 1,
  uniqueItems: true,
  description: 'identifiers of the operators it serves; 0 is unknown',
});
const RateOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 100_000,
  description: 'messages a second; null: as fast as the window lets',
});
const IdForm = Type.String({ pattern: '^[a-z-]{1,40}$', description: 'how the operator writes its message ids' });

const RECEIPTS_PER_PART = ['all', 'one'] as const;
export const ReceiptsPerPart = Type.Unsafe<(typeof RECEIPTS_PER_PART)[number]>({
  ...oneOf(RECEIPTS_PER_PART),
  description: 'SMPP: whether the operator confirms every part of a long message, or one of them for the whole',
});

const PROTOCOLS = ['SMPP', 'HTTP'] as const;

export const LastError = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'why the link last failed to bind or went down; it stays when the link is bound again',
});

const Link = Type.Object({
  linkId: Id,
  name: Type.String(),
  protocol: oneOf(PROTOCOLS),
  url: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  channelType: Type.String(),
  brands: Type.Array(Type.Integer()),
  host: Type.String(),
  port: Type.Integer(),
  systemId: Type.String(),
  systemType: Type.String(),
  bindMode: oneOf(['transceiver', 'transmitter']),
  tls: Type.Boolean(),
  ratePerSecond: RateOrNull,
  windowSize: Type.Integer(),
  idForm: Type.String(),
  receiptsPerPart: ReceiptsPerPart,
  enabled: Type.Boolean(),
  paused: Type.Boolean(),
  bound: Type.Boolean(),
  lastError: LastError,
  lastBoundAt: DatetimeOrNull,
  outstanding: Count,
});

export const listLinks = endpoint({
  id: 'adminListLinks',
  surface: 'back-office',
  method: 'GET',
  path: '/links',
  summary: 'List operator links with their state',
  auth: 'staff',
  capability: 'links.read',
  responses: { 200: listOf(Link) },
});

export const putLink = endpoint({
  id: 'adminPutLink',
  surface: 'back-office',
  method: 'PUT',
  path: '/links',
  summary: 'Add a link, or change the one of that name; its session starts anew',
  auth: 'staff',
  capability: 'links.write',
  body: Type.Object({
    name: Type.String({ pattern: '^[\\w-]{1,60}$' }),
    brands: Brands,
    protocol: Type.Optional(
      Type.Unsafe<(typeof PROTOCOLS)[number]>({
        ...oneOf(PROTOCOLS),
        description: 'SMPP needs host and port; HTTP needs url and channelType',
      }),
    ),
    host: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/?#@]+(/[\\w.~-]+)*$',
        maxLength: 500,
        description: "the provider's address before /messages",
      }),
    ),
    channelType: Type.Optional(oneOf(CHANNEL_TYPES)),
    systemId: Type.String({ minLength: 1, maxLength: 15, description: 'our account at the operator or provider' }),
    password: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'SMPP: at most 8 characters; HTTP: the secret both sides sign with, at least 16',
    }),
    verifyToken: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'HTTP: what the provider shows to check our webhook' }),
    ),
    senderNames: Type.Optional(
      Type.Record(Type.String({ pattern: '^.{1,64}$' }), Type.String({ minLength: 1, maxLength: 64 }), {
        maxProperties: 1_000,
        description: "HTTP: the provider's number or account of a sender and its sender name here",
      }),
    ),
    ratePerSecond: Type.Optional(RateOrNull),
    windowSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    tls: Type.Optional(Type.Boolean()),
    idForm: Type.Optional(IdForm),
    receiptsPerPart: Type.Optional(ReceiptsPerPart),
  }),
  responses: { 200: Link },
});

export const changeLink = endpoint({
  id: 'adminChangeLink',
  surface: 'back-office',
  method: 'POST',
  path: '/links/{id}',
  summary: 'Enable, disable, pause a link, set its rate or what its receipts stand for; what is absent stays',
  auth: 'staff',
  capability: 'links.write',
  params: IdParams,
  body: Type.Object(
    {
      enabled: Type.Optional(Type.Boolean({ description: 'a disabled link is unbound' })),
      paused: Type.Optional(Type.Boolean({ description: 'a paused link stays bound but sends nothing new' })),
      ratePerSecond: Type.Optional(RateOrNull),
      receiptsPerPart: Type.Optional(ReceiptsPerPart),
      reason: Type.Optional(Reason),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Link },
});
