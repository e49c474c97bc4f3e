// Counters of tokens that a visitor may use a few times: captcha passes and proofs of work.
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
