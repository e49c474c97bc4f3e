// Counters and amounts of a dispatch as shown include its cascade steps, which are stored in buckets of their own.
// `d` is the dispatch, `k` the sums of its buckets.

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

/** SQL: joins the sums of the steps to the dispatch `d`. */
export const JOIN_STEPS = `left join lateral (
    select ${SUMMED.map((column) => `sum(l.${column})::int as ${column}`).join(',\n      ')},
      ${AMOUNTS.map((column) => `sum(l.${column})::bigint as ${column}`).join(',\n      ')}
    from dispatches l
    where l.steps_of = d.id
  ) k on d.cascade is not null`;

/** SQL: a counter or an amount of the dispatch and its steps together. */
export const withSteps = (column: (typeof SUMMED)[number] | (typeof AMOUNTS)[number]): string =>
  `d.${column} + coalesce(k.${column}, 0)`;

/** SQL: the ids of a dispatch and of the buckets of its steps. */
export const idsWithSteps = (dispatchId: string): string =>
  `(
    select ${dispatchId}
    union all
    select l.id
    from dispatches l
    where l.steps_of = ${dispatchId}
  )`;

/**
 * SQL, needs `JOIN_STEPS`: cost of the dispatch `d`: the estimate before its start, later the amounts spent and
 * reserved.
 */
export const SHOWN_ESTIMATE = `case
  when d.status = 'CREATED' then d.estimate_micros + d.packages_micros
  when d.ended_at is not null then ${withSteps('spent_micros')} + ${withSteps('reserved_micros')}
  else ${withSteps('spent_micros')} + ${withSteps('reserved_micros')} + ${withSteps('packages_micros')}
end`;

/** SQL, needs `JOIN_STEPS`: the part of it for packages. */
export const SHOWN_PACKAGES = `case
  when d.status = 'CREATED' then d.packages_micros
  when d.ended_at is not null then 0
  else ${withSteps('packages_micros')}
end`;
