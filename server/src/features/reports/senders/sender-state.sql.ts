// The present state of a registration as SQL expressions, generated from the rules of the domain. `s` is the row of
// senders, `$1` the business time; every statement that uses them must pass both.
import {
  isSenderUsable,
  type Moderation,
  SENDER_STATUSES,
  type SenderStatus,
} from '@volley/domain/senders/sender-status.ts';
import { senderTurn } from '@volley/domain/senders/sender-turn.ts';

const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** An expired registration counts as closed before the sweeper closes it. */
export const STATUS = `case when s.date_to <= $1 and s.status <> 'DENIED' then 'CLOSED' else s.status end`;

export const COMPLETE = `(s.common_type <> 'PROMO' or s.document_ids <> '{}')`;

/** Order of registrations of the same name: the live one first, then the latest. */
export const LIVING_FIRST = `(${STATUS}) in ('REJECTED', 'DENIED', 'CLOSED'), s.id desc`;

export function usableSql(moderation: Moderation): string {
  const isUsable = (status: SenderStatus) => isSenderUsable({ status, suspended: false, dateTo: null }, 0, moderation);
  return `(not s.suspended and (${STATUS}) in (${listed(SENDER_STATUSES.filter(isUsable))}))`;
}

export function turnSql(moderation: Moderation): string {
  const cases = SENDER_STATUSES.map((status) => {
    const [complete, incomplete] = [true, false].map((isComplete) => senderTurn(status, isComplete, moderation));
    return `when '${status}' then case when ${COMPLETE} then '${complete}' else '${incomplete}' end`;
  });
  return `case ${STATUS} ${cases.join(' ')} end`;
}

/** Start of the present status. */
export const SINCE = `case
         when (${STATUS}) = 'CLOSED' then coalesce(s.ended_at, s.date_to)
         else coalesce((
           select min(m.at)
           from sender_moves m
           where m.sender_id = s.id
             and m.id > coalesce((
               select max(o.id)
               from sender_moves o
               where o.sender_id = s.id
                 and o.status <> s.status), 0)), s.created_at)
       end`;
