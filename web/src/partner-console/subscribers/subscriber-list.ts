import type * as contract from '@volley/contract/console/subscribers.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type SubscriberList = ReplyOf<typeof contract.listBotSubscribers>;
export type Subscriber = SubscriberList['items'][number];
