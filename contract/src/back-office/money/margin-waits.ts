import { BRANDS } from '@volley/domain/numbers/brand.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Count, Datetime, Id, Money, MoneyOrNull } from '../../fields.ts';

const MarginWait = Type.Object({
  companyId: Id,
  companyName: Type.String(),
  dispatchId: Id,
  dispatchName: Type.String({ description: 'empty for single messages' }),
  channelType: Type.String(),
  senderName: Type.String(),
  operator: Type.Unsafe<(typeof BRANDS)[number] | null>({ enum: [...BRANDS, null] }),
  countryCode: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: the home country' }),
  messages: Type.Unsafe<number>({ ...Count, description: 'messages that wait' }),
  since: Datetime,
  endsAt: Type.Unsafe<string>({ ...Datetime, description: 'then they fail with 502' }),
  paid: Type.Unsafe<{ value: number; currency: string } | null>({
    ...MoneyOrNull,
    description: 'price of a part for the client; null: unknown',
  }),
  links: Type.Array(
    Type.Object({
      linkId: Id,
      linkName: Type.String(),
      price: Type.Unsafe<{ value: number; currency: string }>({
        ...Money,
        description: 'what the provider charges for a part',
      }),
    }),
    { description: 'open links that serve the messages, cheapest first' },
  ),
});

export const listMarginWaits = endpoint({
  id: 'adminListMarginWaits',
  surface: 'back-office',
  method: 'GET',
  path: '/margin-waits',
  summary:
    'List messages that wait because every link costs more than the client pays, oldest first, at most 200 groups',
  auth: 'staff',
  capability: 'links.read',
  responses: {
    200: Type.Object({
      total: Type.Unsafe<number>({ ...Count, description: 'messages that wait, in all groups' }),
      items: Type.Array(MarginWait),
    }),
  },
});
