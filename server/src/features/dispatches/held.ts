/**
 * SQL: traffic under this name must not flow now. `s` is the sender, `c` its company, `now` the parameter that holds
 * business time. Suspension, a closed or refused name and a disabled company hold messages; they do not fail them.
 */
export const isHeld = (now: string): string => `(${isNameHeld(now)} or c.status <> 'ACTIVE')`;

/** The same without the company. */
export const isNameHeld = (now: string): string =>
  `(s.suspended or s.status in ('REJECTED', 'DENIED', 'CLOSED') or coalesce(s.date_to <= ${now}, false))`;
