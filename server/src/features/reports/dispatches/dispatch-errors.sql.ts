import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type ErrorCount = { code: number; messages: number };

/** Errors of the dispatch and its steps; the message ids bound the daily partitions that are read. */
export function countErrors(
  tx: Tx,
  bounds: { readonly ids: readonly number[]; readonly firstId: string; readonly lastId: string },
): Promise<ErrorCount[]> {
  return tx.query<ErrorCount>(
    `select m.error_code::int as code, count(*)::int as messages
     from messages m
     where m.dispatch_id = any($1::int[])
       and m.id between $2 and $3
       and m.status = ${MESSAGE_STATUS_CODES.FAILED}
       and m.error_code is not null
     group by 1
     order by 2 desc, 1`,
    [bounds.ids, bounds.firstId, bounds.lastId],
  );
}
