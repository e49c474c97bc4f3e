import type * as contract from '@volley/contract/console/team.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';

export type TeamReply = ReplyOf<typeof contract.listTeam>;
export type User = TeamReply['items'][number];
