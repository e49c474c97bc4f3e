import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Count, CountryOrAny, Id, oneOf } from '../../fields.ts';

export const getDestinations = endpoint({
  id: 'adminGetDestinations',
  surface: 'back-office',
  method: 'GET',
  path: '/destinations',
  summary: 'List the allowed countries of the installation and the lists of partners and companies that replace them',
  auth: 'staff',
  capability: 'companies.read',
  query: Type.Object({
    companyId: Type.Optional(
      Type.Unsafe<number>({ ...Id, description: 'only the lists that may apply to this company' }),
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
        { description: 'partners first; at most five hundred of each' },
      ),
      countries: Type.Array(Type.String(), { description: 'every valid country code' }),
    }),
  },
});
