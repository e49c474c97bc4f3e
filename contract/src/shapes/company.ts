// A company as the partner API, the partner console and the back office present it. A new field of all three is
// declared here once; each surface adds its own members.
import { ROUTE_WAIT_SECONDS_MAX, ROUTE_WAIT_SECONDS_MIN } from '@volley/domain/links/route-wait.ts';
import Type from 'typebox';
import { Datetime, MoneyOrNull, Name, oneOf, StringOrNull } from '../fields.ts';

export const INN_PATTERN = '^(\\d{10}|\\d{12})$';

const Address = Type.String({ maxLength: 1000 });
const CounteragentType = oneOf(['LEGAL', 'INDIVIDUAL']);
export const CompanyStatus = oneOf(['ACTIVE', 'DISABLED']);
export const CompanyRouting = oneOf(['fallback', 'strict']);

const RouteWait = Type.Optional(Type.Integer({ minimum: ROUTE_WAIT_SECONDS_MIN, maximum: ROUTE_WAIT_SECONDS_MAX }));

export const RouteWaits = Type.Object(
  { PROMO: RouteWait, SERVICE: RouteWait, TRANSACT: RouteWait, AUTHORIZE: RouteWait },
  {
    title: 'RouteWaits',
    description:
      'seconds that messages may wait for a route, by the traffic type that their text has; then they fail with 502. A type that is absent waits a week',
  },
);

/** Members of a single company. A list picks from them. */
export const CompanyFields = {
  name: Type.String(),
  counteragentType: CounteragentType,
  counteragentName: Type.String(),
  counteragentInn: Type.String(),
  counteragentAddress: StringOrNull,
  counteragentKpp: StringOrNull,
  actualAddress: StringOrNull,
  status: CompanyStatus,
  routeWaits: RouteWaits,
};

export const CompanyTimes = { createdAt: Datetime, updatedAt: Datetime };

/** `null`: unlimited. */
export const CompanyBudget = MoneyOrNull;

export const BudgetLimit = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 999_999_999.99,
  description: 'monthly limit with at most two decimals; null means unlimited',
});

export const NewCompanyFields = {
  name: Name,
  counteragentType: CounteragentType,
  counteragentInn: Type.String({
    pattern: INN_PATTERN,
    'x-form': 'must be 10 digits for LEGAL, 12 digits for INDIVIDUAL',
    description: '10 digits for LEGAL, 12 for INDIVIDUAL',
  }),
  counteragentAddress: Type.Optional(Address),
  counteragentKpp: Type.Optional(
    Type.String({
      pattern: '^\\d{4}[0-9A-Z]{2}\\d{3}$',
      'x-form': 'must be 9 characters for LEGAL: 4 digits, 2 digits or capital letters, 3 digits',
      description: 'for LEGAL only',
    }),
  ),
};

/** Changes that are stored as sent; the budget is converted. */
export const CompanyChanges = {
  status: Type.Optional(CompanyStatus),
  name: Type.Optional(Name),
  actualAddress: Type.Optional(Address),
  routeWaits: Type.Optional(RouteWaits),
};
