import { PRIORITY_DEFAULT, WEIGHT_DEFAULT } from '@volley/domain/links/link-route.ts';
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Currency, Datetime, Id, IdParams, MoneyOrNull } from '../../fields.ts';
import { listOf, Reason } from '../fields.ts';

const BrandOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: Math.max(...Object.values(BRAND_IDS)),
  description: 'brand id of the operator; null: every operator',
});
const CountryOrNull = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166 alpha-2 of a foreign country; null: every country. A route has a brand or a country',
});
const CategoryOrNull = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  pattern: '^[a-z_]{1,32}$',
  description:
    'category under which the provider charges, such as `utility` or `marketing` of WhatsApp: the route only gives its ' +
    'price; null: a route that chooses links, whose price also holds for categories without their own',
});
const Priority = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: `links with the lowest number come first; ${PRIORITY_DEFAULT} without a route`,
});
const Weight = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: `share of the messages among links of one priority; ${WEIGHT_DEFAULT} without a route`,
});

const Route = Type.Object(
  {
    linkId: Id,
    brand: BrandOrNull,
    country: CountryOrNull,
    category: CategoryOrNull,
    priority: Priority,
    weight: Weight,
    price: MoneyOrNull,
    validFrom: Datetime,
  },
  { title: 'LinkRoute' },
);

export const listLinkRoutes = endpoint({
  id: 'adminListLinkRoutes',
  surface: 'back-office',
  method: 'GET',
  path: '/links/{id}/routes',
  summary: 'List the routes of a link: priority, weight and price by brand or country',
  auth: 'staff',
  capability: 'links.read',
  params: IdParams,
  responses: { 200: listOf(Route) },
});

export const putLinkRoutes = endpoint({
  id: 'adminPutLinkRoutes',
  surface: 'back-office',
  method: 'PUT',
  path: '/links/{id}/routes',
  summary: 'Replace all routes of a link; effective within two seconds',
  auth: 'staff',
  capability: 'links.write',
  params: IdParams,
  body: Type.Object({
    routes: Type.Array(
      Type.Object({
        brand: Type.Optional(BrandOrNull),
        country: Type.Optional(CountryOrNull),
        category: Type.Optional(CategoryOrNull),
        priority: Type.Optional(Priority),
        weight: Type.Optional(Weight),
        price: Type.Optional(
          Type.Union([Type.Object({ value: Type.Number({ minimum: 0 }), currency: Currency }), Type.Null()], {
            description: 'what the provider charges for a part; null: unknown, and the margin guard is off',
          }),
        ),
        validFrom: Type.Optional(Datetime),
      }),
      { maxItems: 1_000, description: 'an empty list: the link has the defaults' },
    ),
    reason: Type.Optional(Reason),
  }),
  responses: { 200: listOf(Route) },
});
