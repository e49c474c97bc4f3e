import type * as contract from '@volley/contract/console/overview.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type OverviewReply = ReplyOf<typeof contract.getOverview>;
export type Span = 'today' | 'week';
