import type * as contract from '@volley/contract/console/messages.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

/** A message with all its details. */
export type MessageCard = ReplyOf<typeof contract.getMessage>;
