import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, CountryOrAny, Id, oneOf } from '../fields.ts';

export const getDestinations = endpoint({
  id: 'adminGetDestinations',
  surface: 'back-office',
  method: 'GET',
  path: '/destinations',
  summary: 'Which countries are open: of the installation, and every list of a partner or company that replaces it',
  auth: 'staff',
  capability: 'companies.read',
  query: Type.Object({
    companyId: Type.Optional(
      Type.Unsafe<number>({ ...Id, description: 'only the lists that may hold for this company' }),
    ),
  }),
  responses: {
    200: Type.Object({
      allowedCountries: Type.Array(CountryOrAny, { description: 'ALLOWED_COUNTRIES of the installation' }),
      spendAlarm: Type.Unsafe<number>({
        ...Count,
        description: 'COUNTRY_SPEND_ALARM, in the currency of each company; 0: never',
      }),
      lists: Type.Array(
        Type.Object({
          of: oneOf(['partner', 'company']),
          id: Id,
          name: Type.String({ description: 'of the company, or the login of the partner' }),
          partnerId: Id,
          allowedCountries: Type.Array(CountryOrAny),
        }),
        { description: 'partners first; five hundred of each at most' },
      ),
      countries: Type.Array(Type.String(), { description: 'every code that a list or a tariff may name' }),
    }),
  },
});
