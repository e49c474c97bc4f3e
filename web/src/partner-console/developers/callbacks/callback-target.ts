import type * as contract from '@volley/contract/console/callbacks.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type Target = ReplyOf<typeof contract.listCallbackTargets>['items'][number];
