import type * as contract from '@volley/contract/console/inbound.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type Rule = ReplyOf<typeof contract.getInbound>['rules'][number];
export type Center = ReplyOf<typeof contract.listCenters>['items'][number];
