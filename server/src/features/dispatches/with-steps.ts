// What a dispatch shows of itself includes the steps of its cascades, which are kept in lists of their own.
// `d` is the dispatch, `k` the sums of its lists.

const SUMMED = [
  'messages_total',
  'messages_sent',
  'messages_delivered',
  'messages_failed',
  'messages_unsent',
  'parts_total',
  'parts_sent',
  'parts_delivered',
  'parts_failed',
  'parts_unsent',
] as const;
const AMOUNTS = ['estimate_micros', 'packages_micros', 'reserved_micros', 'spent_micros'] as const;

/** SQL: a join of every dispatch `d` that is shown. */
export const JOIN_STEPS = `left join lateral (
    select ${SUMMED.map((column) => `sum(l.${column})::int as ${column}`).join(', ')},
      ${AMOUNTS.map((column) => `sum(l.${column})::bigint as ${column}`).join(', ')}
    from dispatches l where l.steps_of = d.id) k on d.cascade is not null`;

/** SQL: a counter or an amount of the dispatch and its steps together. */
export const withSteps = (column: (typeof SUMMED)[number] | (typeof AMOUNTS)[number]): string =>
  `d.${column} + coalesce(k.${column}, 0)`;

/** SQL: the ids under which the messages and the money of a dispatch are found. */
export const idsWithSteps = (dispatchId: string): string =>
  `(select ${dispatchId} union all select l.id from dispatches l where l.steps_of = ${dispatchId})`;

/** SQL, with `JOIN_STEPS`: what the dispatch `d` costs as far as is known: before its start the estimate, then what is spent and reserved. */
export const SHOWN_ESTIMATE = `case
  when d.status = 'CREATED' then d.estimate_micros + d.packages_micros
  when d.ended_at is not null then ${withSteps('spent_micros')} + ${withSteps('reserved_micros')}
  else ${withSteps('spent_micros')} + ${withSteps('reserved_micros')} + ${withSteps('packages_micros')} end`;
