import { DEGRADED_BECAUSE, type DegradedBecause } from '@volley/domain/links/degraded-link.ts';
import { PROTOCOLS } from '@volley/domain/links/provider-protocol.ts';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Count, DatetimeOrNull, Id, IdParams, oneOf } from '../../fields.ts';
import { listOf, Reason } from '../fields.ts';

const Brands = Type.Array(Type.Integer({ minimum: 0, maximum: Math.max(...Object.values(BRAND_IDS)) }), {
  minItems: 1,
  uniqueItems: true,
  description: 'brand ids of the operators that the link serves; 0 is unknown',
});
const RateOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 100_000,
  description: 'messages per second; null: limited by the window only',
});
const IdForm = Type.String({ pattern: '^[a-z-]{1,40}$', description: "format of the operator's message ids" });

const RECEIPTS_PER_PART = ['all', 'one'] as const;
export const ReceiptsPerPart = Type.Unsafe<(typeof RECEIPTS_PER_PART)[number]>({
  ...oneOf(RECEIPTS_PER_PART),
  description: 'SMPP: whether the operator sends a receipt for every part of a long message, or one for all',
});

const Settings = Type.Record(
  Type.String({ pattern: '^[a-zA-Z]{1,40}$' }),
  Type.String({ minLength: 1, maxLength: 4_000 }),
  {
    maxProperties: 20,
    description:
      'settings that only the protocol knows; TELEGRAM_GATEWAY: senderUsername; TELEGRAM_BOT, MAX_BOT and VK_BOT: inbound; ' +
      'WHATSAPP_CLOUD: apiVersion and accountRate; PARTNER_REST: form, duplicateControl, reportSources, vkTemplate, vkTemplates, vkRoutes, vkDeliveryPolicy',
  },
);

export const LastError = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'reason of the last failed bind or disconnect; kept when the link is bound again',
});

export const DegradedReason = Type.Unsafe<DegradedBecause | null>({
  enum: [...DEGRADED_BECAUSE, null],
  description:
    'the last choice of its channel: fewer than half of the messages taken, more than 5 % of the answers lost, or slow answers',
});

const Link = Type.Object(
  {
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
    settings: Settings,
    enabled: Type.Boolean(),
    paused: Type.Boolean(),
    bound: Type.Boolean(),
    degradedBecause: DegradedReason,
    degradedSince: DatetimeOrNull,
    lastError: LastError,
    lastBoundAt: DatetimeOrNull,
    outstanding: Count,
  },
  { title: 'Link' },
);

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
  summary: 'Create a link, or change the link of that name; its session restarts',
  auth: 'staff',
  capability: 'links.write',
  body: Type.Object({
    name: Type.String({ pattern: '^[\\w-]{1,60}$' }),
    brands: Brands,
    protocol: Type.Optional(
      Type.Unsafe<(typeof PROTOCOLS)[number]>({
        ...oneOf(PROTOCOLS),
        description: 'SMPP needs host and port; others need url; VOLLEY_HTTP and PARTNER_REST also need channelType',
      }),
    ),
    host: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/?#@]+(/[\\w.~-]+)*$',
        maxLength: 500,
        description: "the provider's base URL, before the paths of its protocol",
      }),
    ),
    channelType: Type.Optional(oneOf(CHANNEL_TYPES)),
    systemId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 15,
        description: 'our account at the operator or provider; not needed where every sender name has its own',
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          'SMPP: at most 8 characters; HTTP: the secret that both sides sign with, or the token of the provider, at least 16; not needed where every sender name has its own account',
      }),
    ),
    verifyToken: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'HTTP: token that the provider sends to verify our webhook',
      }),
    ),
    senderNames: Type.Optional(
      Type.Record(Type.String({ pattern: '^.{1,64}$' }), Type.String({ minLength: 1, maxLength: 64 }), {
        maxProperties: 1_000,
        description: "HTTP: map from the provider's number or account to the sender name",
      }),
    ),
    ratePerSecond: Type.Optional(RateOrNull),
    windowSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    tls: Type.Optional(Type.Boolean()),
    idForm: Type.Optional(IdForm),
    receiptsPerPart: Type.Optional(ReceiptsPerPart),
    settings: Type.Optional(Settings),
  }),
  responses: { 200: Link },
});

export const changeLink = endpoint({
  id: 'adminChangeLink',
  surface: 'back-office',
  method: 'POST',
  path: '/links/{id}',
  summary: 'Enable, disable or pause a link, set its rate or receipt mode; absent members do not change',
  auth: 'staff',
  capability: 'links.write',
  params: IdParams,
  body: Type.Object(
    {
      enabled: Type.Optional(Type.Boolean({ description: 'a disabled link is unbound' })),
      paused: Type.Optional(Type.Boolean({ description: 'a paused link stays bound but sends no new messages' })),
      ratePerSecond: Type.Optional(RateOrNull),
      receiptsPerPart: Type.Optional(ReceiptsPerPart),
      reason: Type.Optional(Reason),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Link },
});
