import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';

/**
 * SQL: the message `m` of the strand `t` waits for a route: every open link costs more than the client pays. The pacer
 * sets `margin_since` of the strand; a claim ends it. A held sender name is the nearer reason.
 */
export const WAITS_FOR_ROUTE = `m.status = ${MESSAGE_STATUS_CODES.CREATED}
      and t.margin_since is not null
      and t.held_since is null
      and t.runnable
      and m.seq > t.cursor_seq`;
