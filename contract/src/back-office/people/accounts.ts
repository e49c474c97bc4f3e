import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import {
  Count,
  Currency,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  Money,
  MoneyOrNull,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
} from '../../fields.ts';
import { ActiveOrDisabled, listOf, pageOf } from '../fields.ts';

export const listCompanyAccounts = endpoint({
  id: 'adminListCompanyAccounts',
  surface: 'back-office',
  method: 'GET',
  path: '/company-accounts',
  summary: 'List companies with their spending of this month and running dispatches, oldest first',
  auth: 'staff',
  capability: 'companies.read',
  query: Type.Object({
    partnerId: Type.Optional(Id),
    status: Type.Optional(ActiveOrDisabled),
    search: Type.Optional(
      Type.String({ maxLength: 255, description: "part of the name or of the partner's login, or the full INN" }),
    ),
    page: Page,
    perPage: pageSize(50),
  }),
  responses: {
    200: pageOf(
      Type.Object({
        companyId: Id,
        name: Type.String(),
        counteragentInn: Type.String(),
        partnerId: Id,
        partnerLogin: Type.String(),
        status: ActiveOrDisabled,
        budget: MoneyOrNull,
        spent: Money,
        reserved: Money,
        wallet: MoneyOrNull,
        running: Type.Unsafe<number>({ ...Count, description: 'running dispatches' }),
        sendersApproved: Count,
        sendersWaiting: Count,
      }),
    ),
  },
});

export const getCompanyActivity = endpoint({
  id: 'adminGetCompanyActivity',
  surface: 'back-office',
  method: 'GET',
  path: '/company-accounts/{id}',
  summary: 'Get the running work of a company and its spending in the last twelve months',
  auth: 'staff',
  capability: 'companies.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      reserved: Type.Object(Money.properties, { description: 'this month' }),
      running: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          channelType: Type.String(),
          startedAt: DatetimeOrNull,
          accepted: Count,
          sent: Count,
          delivered: Count,
          failed: Count,
          unsent: Type.Unsafe<number>({ ...Count, description: 'failed messages that no operator accepted' }),
        }),
        { description: 'the newest fifty' },
      ),
      months: Type.Array(Type.Object({ month: Type.String(), spent: Money, reserved: Money })),
    }),
  },
});

const WALLET_MOVES = ['top-up', 'correct', 'reserve', 'settle'] as const;

export const listWalletMoves = endpoint({
  id: 'adminListWalletMoves',
  surface: 'back-office',
  method: 'GET',
  path: '/wallet-entries',
  summary: 'List the wallet transactions of all companies, newest first',
  auth: 'staff',
  capability: 'wallets.read',
  query: Type.Object({
    companyId: Type.Optional(Id),
    kind: Type.Optional(oneOf(WALLET_MOVES)),
    beforeId: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  }),
  responses: {
    200: listOf(
      Type.Object({
        id: Type.Integer(),
        companyId: Id,
        companyName: Type.String(),
        currency: Currency,
        kind: oneOf(WALLET_MOVES),
        balance: Type.Number({ description: 'change of the available balance' }),
        reserved: Type.Number({ description: 'change of the reserved amount' }),
        dispatchId: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        reason: StringOrNull,
        person: StringOrNull,
        createdAt: Datetime,
      }),
    ),
  },
});
