import type * as contract from '@volley/contract/console/keys.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type Key = ReplyOf<typeof contract.listKeys>['items'][number];
