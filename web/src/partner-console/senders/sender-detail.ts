import type * as contract from '@volley/contract/console/senders.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type SenderDetail = ReplyOf<typeof contract.getSenderPage>;
