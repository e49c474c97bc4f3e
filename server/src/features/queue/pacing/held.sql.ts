/**
 * SQL: the sender `s` or its company `c` may not send now. `now` is the parameter that holds business time. A
 * suspended, closed or refused sender name, a name whose account the provider pauses or refuses, and a disabled company
 * hold messages; they do not fail them.
 */
export const isHeld = (now: string): string => `(${isNameHeld(now)} or c.status <> 'ACTIVE')`;

/** SQL: the sender `s` may not send now, whatever the status of its company. */
export const isNameHeld = (now: string): string =>
  `(s.suspended
      or s.status in ('REJECTED', 'DENIED', 'CLOSED')
      or coalesce(s.date_to <= ${now}, false)
      or exists (
        select
        from sender_accounts a
        where a.sender_id = s.id
          and (a.problem is not null or a.paused_until > ${now})))`;
