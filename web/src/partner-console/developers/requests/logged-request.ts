import type * as contract from '@volley/contract/console/requests.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type LoggedRequest = ReplyOf<typeof contract.listRequests>['items'][number];
