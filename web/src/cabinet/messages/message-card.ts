import type * as contract from '@volley/contract/console/messages.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

/** Everything about one message, as the server tells it. */
export type MessageCard = ReplyOf<typeof contract.getMessage>;
