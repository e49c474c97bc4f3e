import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Count, Currency, Datetime, Id, IdParams, Page, pageSize } from '../../fields.ts';
import { ActiveOrDisabled, CountriesOrNull, Login, NewPassword, pageOf } from '../fields.ts';

const Partner = Type.Object(
  {
    partnerId: Id,
    login: Type.String(),
    currency: Currency,
    status: ActiveOrDisabled,
    companies: Count,
    allowedCountries: CountriesOrNull,
    createdAt: Datetime,
  },
  { title: 'Partner' },
);

export const createPartner = endpoint({
  id: 'adminCreatePartner',
  surface: 'back-office',
  method: 'POST',
  path: '/partners',
  summary: 'Create a partner',
  auth: 'staff',
  capability: 'partners.write',
  body: Type.Object({ login: Login, password: NewPassword, currency: Type.Optional(Currency) }),
  responses: { 201: Type.Object({ partnerId: Id }) },
});

export const listPartners = endpoint({
  id: 'adminListPartners',
  surface: 'back-office',
  method: 'GET',
  path: '/partners',
  summary: 'List partners, oldest first',
  auth: 'staff',
  capability: 'partners.read',
  query: Type.Object({
    status: Type.Optional(ActiveOrDisabled),
    login: Type.Optional(Type.String({ maxLength: 255 })),
    page: Page,
    perPage: pageSize(50),
  }),
  responses: { 200: pageOf(Partner) },
});

export const getPartner = endpoint({
  id: 'adminGetPartner',
  surface: 'back-office',
  method: 'GET',
  path: '/partners/{id}',
  summary: 'Get one partner',
  auth: 'staff',
  capability: 'partners.read',
  params: IdParams,
  responses: { 200: Partner },
});

export const setPartnerStatus = endpoint({
  id: 'adminSetPartnerStatus',
  surface: 'back-office',
  method: 'POST',
  path: '/partners/{id}/status',
  summary: 'Disable or enable a partner; both revoke all its tokens',
  auth: 'staff',
  capability: 'partners.write',
  params: IdParams,
  body: Type.Object({ status: ActiveOrDisabled }),
  responses: { 200: Partner },
});

export const setPartnerCountries = endpoint({
  id: 'adminSetPartnerCountries',
  surface: 'back-office',
  method: 'PUT',
  path: '/partners/{id}/countries',
  summary: "Set the allowed countries of a partner's companies; the list of a company takes precedence",
  auth: 'staff',
  capability: 'partners.write',
  params: IdParams,
  body: Type.Object({ allowedCountries: CountriesOrNull }),
  responses: { 200: Partner },
});

export const changePartnerPassword = endpoint({
  id: 'adminChangePartnerPassword',
  surface: 'back-office',
  method: 'POST',
  path: '/partners/{id}/password',
  summary: "Change a partner's password; all its tokens are revoked",
  auth: 'staff',
  capability: 'partners.write',
  params: IdParams,
  body: Type.Object({ password: NewPassword }),
  responses: { 200: Partner },
});
