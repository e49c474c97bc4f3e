// What is counted of codes. Each statement takes its share and says whether it was there to take, in one step, so
// that calls side by side never take more together than they may.
import type { Rate } from '@volley/domain/verification-limit.ts';
import type { Tx } from '../../platform/database.ts';

export type CountedRate = Rate & { readonly kind: 'number' | 'address' | 'prefix'; readonly subject: string };

type Owner = { readonly companyId: number; readonly gatewayId: string };

/** The kinds that had room; for the others nothing was written. In the order of kinds, so that calls never cross. */
export async function takeRates(tx: Tx, owner: Owner, rates: readonly CountedRate[]): Promise<string[]> {
  const rows = await tx.query<{ kind: string }>(
    `insert into verification_rates as r (profile_id, company_id, kind, subject, times, kept_until)
     select $1, $2, w.kind, w.subject, array[$3::timestamptz], $3::timestamptz + w.seconds * interval '1 second'
       from unnest($4::text[], $5::text[], $6::integer[]) w (kind, subject, seconds) order by w.kind
     on conflict (profile_id, kind, subject) do update
       set times = array(select t from unnest(r.times) t where t > $3::timestamptz - (excluded.kept_until - $3::timestamptz))
             || excluded.times,
           kept_until = excluded.kept_until
     where (select count(*) from unnest(r.times) t where t > $3::timestamptz - (excluded.kept_until - $3::timestamptz))
             < ($7::integer[])[array_position($4::text[], excluded.kind)]
       and not exists (select from unnest(r.times) t
             where t > $3::timestamptz - ($8::integer[])[array_position($4::text[], excluded.kind)] * interval '1 second')
     returning r.kind`,
    [
      owner.gatewayId,
      owner.companyId,
      tx.now,
      rates.map(({ kind }) => kind),
      rates.map(({ subject }) => subject),
      rates.map(({ windowSeconds }) => windowSeconds),
      rates.map(({ most }) => most),
      rates.map(({ pauseSeconds }) => pauseSeconds),
    ],
  );
  return rows.map(({ kind }) => kind);
}

export async function selectTimes(
  tx: Tx,
  gatewayId: string,
  rates: readonly CountedRate[],
): Promise<{ kind: string; times: Date[] }[]> {
  return tx.query<{ kind: string; times: Date[] }>(
    `select r.kind, r.times from verification_rates r join unnest($2::text[], $3::text[]) w (kind, subject)
         on r.kind = w.kind and r.subject = w.subject where r.profile_id = $1`,
    [gatewayId, rates.map(({ kind }) => kind), rates.map(({ subject }) => subject)],
  );
}

type PrefixDay = { readonly prefix: string; readonly day: string };

export type PrefixCount = { readonly sent: number; readonly entered: number; readonly suspectedAt: Date | null };

/** Counts one code to a prefix; says what was there before it. Holds the row until the end of the transaction. */
export async function countSent(tx: Tx, owner: Owner, { prefix, day }: PrefixDay): Promise<PrefixCount> {
  const rows = await tx.query<PrefixCount>(
    `insert into verification_prefixes as p (profile_id, prefix, day, company_id, sent) values ($1, $2, $3, $4, 1)
     on conflict (profile_id, prefix, day) do update set sent = p.sent + 1
     returning p.sent - 1 as sent, p.entered, p.suspected_at as "suspectedAt"`,
    [owner.gatewayId, prefix, day, owner.companyId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`prefix ${prefix} of profile ${owner.gatewayId} was not counted`);
  return row;
}

export async function markSuspected(tx: Tx, gatewayId: string, { prefix, day }: PrefixDay): Promise<void> {
  await tx.query(
    'update verification_prefixes set suspected_at = $4 where profile_id = $1 and prefix = $2 and day = $3',
    [gatewayId, prefix, day, tx.now],
  );
}

/** Also yesterday's: a suspicion does not end at midnight. */
export async function isSuspected(tx: Tx, gatewayId: string, prefix: string, since: Date): Promise<boolean> {
  const rows = await tx.query(
    'select from verification_prefixes where profile_id = $1 and prefix = $2 and suspected_at > $3',
    [gatewayId, prefix, since],
  );
  return rows.length > 0;
}

type NumberDay = { readonly companyId: number; readonly numberMac: string; readonly day: string };

export async function countWrong(tx: Tx, { companyId, numberMac, day }: NumberDay): Promise<void> {
  await tx.query(
    `insert into verification_wrongs as w (company_id, number_mac, day, wrong) values ($1, $2, $3, 1)
     on conflict (company_id, number_mac, day) do update set wrong = w.wrong + 1`,
    [companyId, numberMac, day],
  );
}

export async function selectWrongs(tx: Tx, { companyId, numberMac, day }: NumberDay): Promise<number> {
  const rows = await tx.query<{ wrong: number }>(
    'select wrong from verification_wrongs where company_id = $1 and number_mac = $2 and day = $3',
    [companyId, numberMac, day],
  );
  return rows[0]?.wrong ?? 0;
}

export type DayCap = { readonly subject: string; readonly mostMicros: bigint };

/** The subjects whose day had that much left. */
export async function takeDays(
  tx: Tx,
  { companyId, day }: { readonly companyId: number; readonly day: string },
  amountMicros: bigint,
  caps: readonly DayCap[],
): Promise<string[]> {
  const rows = await tx.query<{ subject: string }>(
    `insert into verification_days as d (subject, day, company_id, sends, spent_micros)
     select w.subject, $1, $2, 1, $3 from unnest($4::text[], $5::bigint[]) w (subject, most)
      where $3::bigint <= w.most order by w.subject
     on conflict (subject, day) do update set sends = d.sends + 1, spent_micros = d.spent_micros + excluded.spent_micros
       where d.spent_micros + excluded.spent_micros <= ($5::bigint[])[array_position($4::text[], excluded.subject)]
     returning d.subject`,
    [day, companyId, amountMicros, caps.map(({ subject }) => subject), caps.map(({ mostMicros }) => mostMicros)],
  );
  return rows.map(({ subject }) => subject);
}

/** True for the first who says so. */
export async function markDayStopped(tx: Tx, subject: string, day: string): Promise<boolean> {
  const rows = await tx.query(
    `update verification_days set stopped_at = $3 where subject = $1 and day = $2 and stopped_at is null returning sends`,
    [subject, day, tx.now],
  );
  return rows.length === 1;
}

export async function isDayStopped(tx: Tx, subjects: readonly string[], day: string): Promise<boolean> {
  const rows = await tx.query(
    'select from verification_days where subject = any($1) and day = $2 and stopped_at is not null',
    [subjects, day],
  );
  return rows.length > 0;
}

/** A new cap is a new chance. */
export async function clearDayStop(tx: Tx, subject: string): Promise<void> {
  await tx.query('update verification_days set stopped_at = null where subject = $1 and stopped_at is not null', [
    subject,
  ]);
}

export async function countEntered(tx: Tx, gatewayId: string, prefix: string, day: string): Promise<void> {
  await tx.query(
    'update verification_prefixes set entered = entered + 1 where profile_id = $1 and prefix = $2 and day = $3',
    [gatewayId, prefix, day],
  );
}
