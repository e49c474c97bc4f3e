import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, Id, Money } from '../../fields.ts';
import { listOf } from '../fields.ts';

export const listSpendAlarms = endpoint({
  id: 'adminListSpendAlarms',
  surface: 'back-office',
  method: 'GET',
  path: '/spend-alarms',
  summary: 'List companies that spent more than COUNTRY_SPEND_ALARM on one foreign country in a day, newest first',
  auth: 'staff',
  capability: 'companies.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: {
    200: listOf(
      Type.Object({
        companyId: Id,
        companyName: Type.String(),
        countryCode: Type.String(),
        day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'in Europe/Moscow' }),
        spent: Type.Unsafe<{ value: number; currency: string }>({
          ...Money,
          description: 'upper bound for that day so far',
        }),
        threshold: Money,
        raisedAt: Datetime,
      }),
    ),
  },
});
