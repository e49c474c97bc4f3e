import type * as contract from '@volley/contract/console/billing.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

import type { BillingSearch } from './search.ts';

export type Billing = ReplyOf<typeof contract.getBilling>;
export type Ask = (change: BillingSearch) => void;
