import type * as accounts from '@volley/contract/back-office/people/accounts.ts';
import type * as contract from '@volley/contract/back-office/people/companies.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type Company = ReplyOf<typeof contract.getCompany>;
export type Activity = ReplyOf<typeof accounts.getCompanyActivity>;

/** Routes to refetch after a change of a company. */
export const COMPANY_ROUTES = [
  'GET /companies/{id}',
  'GET /company-accounts',
  'GET /company-accounts/{id}',
  'GET /actions',
] as const;
