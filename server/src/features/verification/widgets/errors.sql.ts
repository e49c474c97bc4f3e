import type { Tx } from '../../../platform/database/database.ts';

export type CountedError = {
  readonly companyId: number;
  /** Errors of this number without a pause of an hour; 1: they begin. */
  readonly streak: number;
};

type RaisedError = { readonly widgetId: string; readonly code: number; readonly day: string; readonly at: Date };

/** Undefined: no widget has this id. */
export async function upsertError(tx: Tx, { widgetId, code, day, at }: RaisedError): Promise<CountedError | undefined> {
  const rows = await tx.query<CountedError>(
    `insert into widget_errors as e (widget_id, day, code, company_id, count, streak, last_at)
     select w.id, $2, $3, w.company_id, 1, 1, $4
     from verification_widgets w
     where w.id = $1
     on conflict (widget_id, day, code)
     do update set
       count = e.count + 1,
       streak = case when e.last_at < excluded.last_at - interval '1 hour' then 1 else e.streak + 1 end,
       last_at = greatest(e.last_at, excluded.last_at)
     returning e.company_id as "companyId", e.streak`,
    [widgetId, day, code, at],
  );
  return rows[0];
}

export type WidgetErrorFilter = {
  readonly companyId?: number;
  readonly widgetId?: string;
  /** Days (Europe/Moscow) such as 2026-11-15, both included. */
  readonly from: string;
  readonly to: string;
};

export type WidgetErrorCount = {
  readonly companyId: number;
  readonly widgetId: string;
  readonly widgetName: string;
  readonly day: string;
  readonly code: number;
  readonly count: number;
  readonly lastAt: Date;
};

const ROWS_MAX = 5_000;

/** Newest day first, at most 5,000 rows. */
export function selectWidgetErrors(tx: Tx, filter: WidgetErrorFilter): Promise<WidgetErrorCount[]> {
  return tx.query<WidgetErrorCount>(
    `select
       e.company_id as "companyId",
       e.widget_id as "widgetId",
       w.name as "widgetName",
       e.day::text as day,
       e.code,
       e.count,
       e.last_at as "lastAt"
     from widget_errors e
     join verification_widgets w on w.id = e.widget_id
     where e.day between $1 and $2
       and ($3::integer is null or e.company_id = $3)
       and ($4::text is null or e.widget_id = $4)
     order by e.day desc, e.widget_id, e.code
     limit ${ROWS_MAX}`,
    [filter.from, filter.to, filter.companyId ?? null, filter.widgetId ?? null],
  );
}
