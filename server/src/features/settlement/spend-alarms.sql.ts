import type { Tx } from '../../platform/database/database.ts';

export type RaisedAlarm = { companyId: number; country: string; isNew: boolean };

/**
 * Raises alarms for companies and foreign countries above the threshold of a day; updates the sum of existing alarms.
 */
export function upsertAlarms(
  tx: Tx,
  { day, from, to, thresholdMicros }: { day: string; from: Date; to: Date; thresholdMicros: bigint },
): Promise<RaisedAlarm[]> {
  return tx.query<RaisedAlarm>(
    `insert into spend_alarms as a (company_id, country, day, raised_at, spent_micros, threshold_micros)
     select t.company_id, t.country, $1::date, $4, sum(t.amount_micros), $5::bigint
     from strands t
     where t.country is not null
       and t.eligible_at >= $2
       and t.eligible_at < $3
     group by t.company_id, t.country
     having sum(t.amount_micros) > $5::bigint
     order by 1, 2
     on conflict (company_id, country, day)
     do update set spent_micros = excluded.spent_micros
     where a.spent_micros < excluded.spent_micros
     returning a.company_id as "companyId", a.country, a.xmax = 0 as "isNew"`,
    [day, from, to, tx.now, thresholdMicros],
  );
}

export async function deleteAlarms(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from spend_alarms where raised_at < $1', [before]);
}

export type SpendAlarm = {
  readonly companyId: number;
  readonly companyName: string;
  readonly country: string;
  readonly day: string;
  readonly currency: string;
  readonly spentMicros: bigint;
  readonly thresholdMicros: bigint;
  readonly raisedAt: Date;
};

export function selectAlarms(tx: Tx, companyId: number | null, limit: number): Promise<SpendAlarm[]> {
  return tx.query<SpendAlarm>(
    `select a.company_id as "companyId",
       c.name as "companyName",
       a.country,
       a.day::text as day,
       p.currency,
       a.spent_micros as "spentMicros",
       a.threshold_micros as "thresholdMicros",
       a.raised_at as "raisedAt"
     from spend_alarms a
     join companies c on c.id = a.company_id
     join partners p on p.id = c.partner_id
     where $1::int is null
       or a.company_id = $1
     order by a.raised_at desc, a.company_id, a.country
     limit $2`,
    [companyId, limit],
  );
}
