// Health of the captcha providers, shared by all processes. Times are those of the database server: a sandbox that
// moves business time does not change the health of a provider.
import type { Tx } from '../../../platform/database/database.ts';
import type { ProviderType } from '../widgets/widget.ts';

/** Probes in a row without an answer after which a provider fails. */
const FAILURES_MIN = 3;
/** A health that no process has confirmed for this long says nothing. */
const VALID_SECONDS = 60;
/** A process that dies leaves its probe to another one. */
const CLAIM_SECONDS = 10;
const PAUSE_SECONDS = 15;
/** After a failure that is not yet certain. */
const RECHECK_SECONDS = 3;

/** Captchas of the widgets in use that take proofs of work while their provider fails. */
export async function selectNeededTypes(tx: Tx): Promise<ProviderType[]> {
  const rows = await tx.query<{ captchaType: ProviderType }>(
    `select distinct captcha_type as "captchaType"
     from verification_widgets
     where status = 'ACTIVE'
       and pow_fallback
       and captcha_type not in ('NONE', 'POW')`,
  );
  return rows.map(({ captchaType }) => captchaType);
}

/** Returns those whose probe is due and belongs to this caller now. */
export async function claimProbes(tx: Tx, captchaTypes: readonly ProviderType[]): Promise<ProviderType[]> {
  const rows = await tx.query<{ captchaType: ProviderType }>(
    `insert into captcha_health as h (captcha_type, failures, due_at)
     select t, 0, clock_timestamp() + interval '${CLAIM_SECONDS} seconds'
     from unnest($1::text[]) t
     order by t
     on conflict (captcha_type)
     do update set due_at = excluded.due_at
     where h.due_at <= clock_timestamp()
     returning h.captcha_type as "captchaType"`,
    [captchaTypes],
  );
  return rows.map(({ captchaType }) => captchaType);
}

/** Returns the failures in a row. */
export async function recordProbe(tx: Tx, captchaType: ProviderType, isAnswered: boolean): Promise<number> {
  const rows = await tx.query<{ failures: number }>(
    `update captcha_health
     set
       failures = case when $2 then 0 else least(failures + 1, 1000) end,
       probed_at = clock_timestamp(),
       due_at = clock_timestamp() + interval '1 second' *
         case when $2 or failures + 1 >= ${FAILURES_MIN} then ${PAUSE_SECONDS} else ${RECHECK_SECONDS} end
     where captcha_type = $1
     returning failures`,
    [captchaType, isAnswered],
  );
  return rows[0]?.failures ?? 0;
}

export const beginsToFail = (failures: number) => failures === FAILURES_MIN;

export async function isProviderFailing(tx: Tx, captchaType: string): Promise<boolean> {
  const rows = await tx.planned(
    `select
     from captcha_health
     where captcha_type = $1
       and failures >= ${FAILURES_MIN}
       and probed_at > clock_timestamp() - interval '${VALID_SECONDS} seconds'`,
    [captchaType],
  );
  return rows.length === 1;
}
