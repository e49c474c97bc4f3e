// Counters of tokens that a visitor may use a few times: captcha passes and proofs of work.

import { must } from '@volley/domain/must.ts';
import { CHALLENGE_WINDOW_SECONDS, TRIES_COUNTED_MAX } from '@volley/domain/verification/proof-of-work.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type TokenUse = {
  readonly subject: string;
  readonly usesMax: number;
  /** End of the token. */
  readonly keptUntil: Date;
};

/** False: no use is left. Concurrent calls never exceed the number. */
export async function claimToken(tx: Tx, companyId: number, use: TokenUse): Promise<boolean> {
  const rows = await tx.query(
    `insert into widget_tokens as t (subject, company_id, uses, kept_until)
     values ($1, $2, 1, $3)
     on conflict (subject)
     do update set uses = t.uses + 1
     where t.uses < $4
     returning 1`,
    [use.subject, companyId, use.keptUntil, use.usesMax],
  );
  return rows.length === 1;
}

type Owner = { readonly companyId: number; readonly gatewayId: string };

/** Counts a challenge of an address block and returns those before it, as far as they change the difficulty. */
export async function countChallenge(tx: Tx, owner: Owner, block: string): Promise<number> {
  const rows = await tx.query<{ earlier: number }>(
    `insert into verification_rates as r (profile_id, company_id, kind, subject, times, kept_until)
     values ($1, $2, 'challenge', $3, array[$4::timestamptz], $4::timestamptz + $5 * interval '1 second')
     on conflict (profile_id, kind, subject)
     do update set
       times = array(
         select t
         from unnest(r.times) t
         where t > $4::timestamptz - $5 * interval '1 second'
         order by t desc
         limit $6
       ) || excluded.times,
       kept_until = excluded.kept_until
     returning cardinality(r.times) - 1 as earlier`,
    [owner.gatewayId, owner.companyId, block, tx.now, CHALLENGE_WINDOW_SECONDS, TRIES_COUNTED_MAX],
  );
  return must(rows[0], `challenges of profile ${owner.gatewayId}`).earlier;
}
