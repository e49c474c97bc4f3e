// Stops by the daily limit and suspected prefixes, for the people who decide about them.
import type { Tx } from '../../../platform/database/database.ts';

export type StopPlace = {
  readonly companyId: number;
  readonly companyName: string;
  readonly currency: string;
  readonly gatewayId: string;
  readonly gatewayName: string;
  readonly widgetId: string | null;
  readonly widgetName: string | null;
  readonly day: string;
  readonly at: Date;
  readonly sent: number;
};

export type SuspectedPrefix = StopPlace & { readonly prefix: string; readonly entered: number };

export type StopFilter = { readonly companyId?: number; readonly since: Date; readonly rowsMax: number };

export function selectSuspectedPrefixes(tx: Tx, { companyId, since, rowsMax }: StopFilter): Promise<SuspectedPrefix[]> {
  return tx.query<SuspectedPrefix>(
    `select
       c.id as "companyId",
       c.name as "companyName",
       r.currency,
       f.id as "gatewayId",
       f.name as "gatewayName",
       null as "widgetId",
       null as "widgetName",
       p.prefix,
       p.day::text as day,
       p.suspected_at as at,
       p.sent - p.sent_before as sent,
       p.entered - p.entered_before as entered
     from verification_prefixes p
     join verification_profiles f on f.id = p.profile_id
     join companies c on c.id = p.company_id
     join partners r on r.id = c.partner_id
     where p.suspected_at > $1
       and ($2::integer is null or p.company_id = $2)
     order by p.suspected_at desc, p.prefix
     limit $3`,
    [since, companyId ?? null, rowsMax],
  );
}

export type StoppedDay = StopPlace & {
  /** Only new numbers get no codes: the rest of the limit is kept for those that have confirmed before. */
  readonly isReserve: boolean;
  readonly spentMicros: bigint;
  readonly limitMicros: bigint;
};

// The subject of a day is `profile ID` or `widget ID`; a widget has the profile whose codes it sends.
const SELECT_STOPPED_DAYS = `
  select
    c.id as "companyId",
    c.name as "companyName",
    r.currency,
    f.id as "gatewayId",
    f.name as "gatewayName",
    w.id as "widgetId",
    w.name as "widgetName",
    d.day::text as day,
    coalesce(d.stopped_at, d.reserved_at) as at,
    d.stopped_at is null as "isReserve",
    d.sends as sent,
    d.spent_micros as "spentMicros",
    coalesce(w.day_micros_max, f.day_micros_max) + d.allowed_micros as "limitMicros"
  from verification_days d
  left join verification_widgets w on d.subject = 'widget ' || w.id
  join verification_profiles f
    on f.id = coalesce(w.profile_id, substr(d.subject, length('profile ') + 1))
  join companies c on c.id = d.company_id
  join partners r on r.id = c.partner_id
  where coalesce(d.stopped_at, d.reserved_at) > $1
    and ($2::integer is null or d.company_id = $2)
  order by coalesce(d.stopped_at, d.reserved_at) desc, d.subject
  limit $3`;

export function selectStoppedDays(tx: Tx, { companyId, since, rowsMax }: StopFilter): Promise<StoppedDay[]> {
  return tx.query<StoppedDay>(SELECT_STOPPED_DAYS, [since, companyId ?? null, rowsMax]);
}

/** Restarts the counts of the prefix on every day that is under suspicion. Returns the number of such days. */
export async function clearSuspicion(tx: Tx, gatewayId: string, prefix: string, since: Date): Promise<number> {
  const rows = await tx.query(
    `update verification_prefixes
     set
       suspected_at = null,
       sent_before = sent,
       entered_before = entered
     where profile_id = $1
       and prefix = $2
       and suspected_at > $3
     returning day`,
    [gatewayId, prefix, since],
  );
  return rows.length;
}

/** Without its recent sends the prefix is not crowded either. */
export async function deletePrefixRate(tx: Tx, gatewayId: string, prefix: string): Promise<void> {
  await tx.query(
    `delete from verification_rates
     where profile_id = $1
       and kind = 'prefix'
       and subject = $2`,
    [gatewayId, prefix],
  );
}

/** Allows another daily limit on a stopped or reserved day. False: the day is neither. */
export async function allowMore(tx: Tx, subject: string, day: string, micros: bigint): Promise<boolean> {
  const rows = await tx.query(
    `update verification_days
     set
       stopped_at = null,
       reserved_at = null,
       allowed_micros = allowed_micros + $3
     where subject = $1
       and day = $2
       and coalesce(stopped_at, reserved_at) is not null
     returning day`,
    [subject, day, micros],
  );
  return rows.length === 1;
}
