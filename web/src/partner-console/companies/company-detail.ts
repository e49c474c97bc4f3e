import type * as contract from '@volley/contract/console/companies.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type Company = ReplyOf<typeof contract.getCompanyPage>;
