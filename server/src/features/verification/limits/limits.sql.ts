// Counters of codes. Each statement checks and counts in one step, so concurrent calls never exceed a limit together.
import { must } from '@volley/domain/must.ts';
import type { Rate } from '@volley/domain/verification/verification-limit.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type CountedRate = Rate & { readonly kind: 'number' | 'address' | 'prefix'; readonly subject: string };

type Owner = { readonly companyId: number; readonly gatewayId: string };

const claimedRates = bulkColumns(
  { kind: 'text', subject: 'text', rateSeconds: 'int', sendsMax: 'int', pauseSeconds: 'int' },
  4,
);

/**
 * Returns the kinds within their limit; the others stay unchanged. Sorted by kind: calls cannot deadlock. Of two calls
 * at once, the one with the later time may be counted first; without a pause, that refuses neither.
 */
export async function claimRates(tx: Tx, owner: Owner, rates: readonly CountedRate[]): Promise<string[]> {
  const rows = await tx.query<{ kind: string }>(
    `with wanted as (
       select u.kind, u.subject, u.rate_seconds, u.sends_max, u.pause_seconds
       from ${claimedRates.as('u')}
     )
     insert into verification_rates as r (profile_id, company_id, kind, subject, times, kept_until)
     select
       $1,
       $2,
       w.kind,
       w.subject,
       array[$3::timestamptz],
       $3::timestamptz + w.rate_seconds * interval '1 second'
     from wanted w
     order by w.kind
     on conflict (profile_id, kind, subject)
     do update set
       times = array(
         select t
         from unnest(r.times) t
         where t > $3::timestamptz - (excluded.kept_until - $3::timestamptz)
       ) || excluded.times,
       kept_until = excluded.kept_until
     where (
         select count(*)
         from unnest(r.times) t
         where t > $3::timestamptz - (excluded.kept_until - $3::timestamptz)
       ) < (select w.sends_max from wanted w where w.kind = excluded.kind)
       and not exists (
         select
         from unnest(r.times) t
         join wanted w
           on w.kind = excluded.kind
          and w.pause_seconds > 0
         where t > $3::timestamptz - w.pause_seconds * interval '1 second'
       )
     returning r.kind`,
    [
      owner.gatewayId,
      owner.companyId,
      tx.now,
      ...claimedRates.values(
        rates.map(({ kind, subject, windowSeconds, most, pauseSeconds }) => ({
          kind,
          subject,
          rateSeconds: windowSeconds,
          sendsMax: most,
          pauseSeconds,
        })),
      ),
    ],
  );
  return rows.map(({ kind }) => kind);
}

const rateKeys = bulkColumns({ kind: 'text', subject: 'text' }, 2);

export async function selectTimes(
  tx: Tx,
  gatewayId: string,
  rates: readonly CountedRate[],
): Promise<{ kind: string; times: Date[] }[]> {
  return tx.query<{ kind: string; times: Date[] }>(
    `select r.kind, r.times
     from verification_rates r
     join ${rateKeys.as('w')}
       on r.kind = w.kind
      and r.subject = w.subject
     where r.profile_id = $1`,
    [gatewayId, ...rateKeys.values(rates)],
  );
}

type PrefixDay = { readonly prefix: string; readonly day: string };

export type PrefixCount = { readonly sent: number; readonly entered: number; readonly suspectedAt: Date | null };

/**
 * Counts a code to a prefix and returns the counts before it, since a person last lifted the suspicion. Locks the row
 * until the end of the transaction.
 */
export async function countSent(tx: Tx, owner: Owner, { prefix, day }: PrefixDay): Promise<PrefixCount> {
  const rows = await tx.query<PrefixCount>(
    `insert into verification_prefixes as p (profile_id, prefix, day, company_id, sent)
     values ($1, $2, $3, $4, 1)
     on conflict (profile_id, prefix, day)
     do update set sent = p.sent + 1
     returning
       p.sent - 1 - p.sent_before as sent,
       p.entered - p.entered_before as entered,
       p.suspected_at as "suspectedAt"`,
    [owner.gatewayId, prefix, day, owner.companyId],
  );
  return must(rows[0], `count of prefix ${prefix} of profile ${owner.gatewayId}`);
}

export async function markSuspected(tx: Tx, gatewayId: string, { prefix, day }: PrefixDay): Promise<void> {
  await tx.query(
    `update verification_prefixes
     set suspected_at = $4
     where profile_id = $1
       and prefix = $2
       and day = $3`,
    [gatewayId, prefix, day, tx.now],
  );
}

/** Any day: a suspicion does not end at midnight. */
export async function isSuspected(tx: Tx, gatewayId: string, prefix: string, since: Date): Promise<boolean> {
  const rows = await tx.query(
    `select
     from verification_prefixes
     where profile_id = $1
       and prefix = $2
       and suspected_at > $3`,
    [gatewayId, prefix, since],
  );
  return rows.length > 0;
}

type NumberDay = { readonly companyId: number; readonly numberMac: string; readonly day: string };

export async function countWrong(tx: Tx, { companyId, numberMac, day }: NumberDay): Promise<void> {
  await tx.query(
    `insert into verification_wrongs as w (company_id, number_mac, day, wrong)
     values ($1, $2, $3, 1)
     on conflict (company_id, number_mac, day)
     do update set wrong = w.wrong + 1`,
    [companyId, numberMac, day],
  );
}

export async function selectWrongs(tx: Tx, { companyId, numberMac, day }: NumberDay): Promise<number> {
  const rows = await tx.query<{ wrong: number }>(
    `select wrong
     from verification_wrongs
     where company_id = $1
       and number_mac = $2
       and day = $3`,
    [companyId, numberMac, day],
  );
  return rows[0]?.wrong ?? 0;
}

export type DayCap = { readonly subject: string; readonly mostMicros: bigint };

const dayCaps = bulkColumns({ subject: 'text', mostMicros: 'bigint' }, 4);

/** Returns the subjects whose day had the amount left; the others stay unchanged. */
export async function claimDays(
  tx: Tx,
  { companyId, day }: { readonly companyId: number; readonly day: string },
  amountMicros: bigint,
  caps: readonly DayCap[],
): Promise<string[]> {
  const rows = await tx.query<{ subject: string }>(
    `with caps as (
       select u.subject, u.most_micros
       from ${dayCaps.as('u')}
     )
     insert into verification_days as d (subject, day, company_id, sends, spent_micros)
     select w.subject, $1, $2, 1, $3
     from caps w
     where $3::bigint <= w.most_micros
     order by w.subject
     on conflict (subject, day)
     do update set
       sends = d.sends + 1,
       spent_micros = d.spent_micros + excluded.spent_micros
     where d.spent_micros + excluded.spent_micros
       <= (select w.most_micros from caps w where w.subject = excluded.subject) + d.allowed_micros
     returning d.subject`,
    [day, companyId, amountMicros, ...dayCaps.values(caps)],
  );
  return rows.map(({ subject }) => subject);
}

const wholeDays = bulkColumns({ subject: 'text', mostMicros: 'bigint' }, 2);

export type DayShare = { readonly subject: string; readonly left: number };

/** The share of each cap that the day has left, from 0 to 1. */
export function selectDayShares(tx: Tx, day: string, caps: readonly DayCap[]): Promise<DayShare[]> {
  return tx.planned<DayShare>(
    `select
       w.subject,
       least(1, greatest(
         0,
         1 - coalesce(d.spent_micros, 0)::float8 / (w.most_micros + coalesce(d.allowed_micros, 0))
       ))::float8 as left
     from ${wholeDays.as('w')}
     left join verification_days d
       on d.subject = w.subject
      and d.day = $1`,
    [day, ...wholeDays.values(caps)],
  );
}

/** money: the day's cap is reached. reserve: the rest of it is kept for numbers that have confirmed before. */
export type StopCause = 'money' | 'reserve';

const STOP_COLUMNS = { money: 'stopped_at', reserve: 'reserved_at' } as const;

type DayStop = { readonly cause: StopCause; readonly subject: string; readonly day: string };

/** True for the first call until the stop is lifted or the cap changes. */
export async function markDay(tx: Tx, { cause, subject, day }: DayStop): Promise<boolean> {
  const column = STOP_COLUMNS[cause];
  const rows = await tx.query(
    `update verification_days
     set ${column} = $3
     where subject = $1
       and day = $2
       and ${column} is null
     returning sends`,
    [subject, day, tx.now],
  );
  return rows.length === 1;
}

export async function isDayStopped(tx: Tx, subjects: readonly string[], day: string): Promise<boolean> {
  const rows = await tx.query(
    `select
     from verification_days
     where subject = any($1)
       and day = $2
       and stopped_at is not null`,
    [subjects, day],
  );
  return rows.length > 0;
}

/** Called when the cap changes. */
export async function clearDayStop(tx: Tx, subject: string): Promise<void> {
  await tx.query(
    `update verification_days
     set
       stopped_at = null,
       reserved_at = null
     where subject = $1
       and coalesce(stopped_at, reserved_at) is not null`,
    [subject],
  );
}

export async function countEntered(tx: Tx, gatewayId: string, prefix: string, day: string): Promise<void> {
  await tx.query(
    `update verification_prefixes
     set entered = entered + 1
     where profile_id = $1
       and prefix = $2
       and day = $3`,
    [gatewayId, prefix, day],
  );
}
