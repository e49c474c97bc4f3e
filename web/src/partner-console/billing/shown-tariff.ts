import type * as contract from '@volley/contract/console/billing.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type Prices = ReplyOf<typeof contract.getTariffPositions>;
export type Tariff = Prices['tariffs'][number];
export type Fee = Prices['senderFees'][number];
