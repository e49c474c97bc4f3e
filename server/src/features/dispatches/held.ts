/**
 * SQL: traffic under this name must not flow now. `s` is the sender, `c` its company, `now` the parameter that holds
 * business time. Suspension, a closed or refused name and a disabled company hold messages; they do not fail them.
 */
export const isHeld = (now: string): string =>
  `(s.suspended or s.status in ('REJECTED', 'DENIED', 'CLOSED') or coalesce(s.date_to <= ${now}, false) or c.status <> 'ACTIVE')`;
