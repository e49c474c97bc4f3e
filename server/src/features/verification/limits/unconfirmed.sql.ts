// Codes of widgets that were not entered yet, per subject: the hash of a number, of its block or of an address. Weights
// decay when they are read, so no loop lowers them.
import {
  CODES_COUNTED_MAX,
  CODES_PER_CONFIRMATION,
  HALF_LIFE_SECONDS,
} from '@volley/domain/verification/unconfirmed-codes.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

type Owner = { readonly companyId: number; readonly gatewayId: string };
export type CodesOf = ReadonlyMap<string, number>;

/** The present weight of the row `u`; `now` is a parameter. */
const weightAt = (now: string) =>
  `u.codes * power(0.5::float8, greatest(0, extract(epoch from ${now} - u.counted_at)::float8) / ${HALF_LIFE_SECONDS})`;

const added = bulkColumns({ subject: 'text', codes: 'double precision' }, 4);
const ADD = `insert into verification_unconfirmed as u (profile_id, company_id, subject, codes, counted_at)
     select $1, $2, w.subject, w.codes, $3
     from ${added.as('w')}
     order by w.subject
     on conflict (profile_id, subject)
     do update set
       codes = least(${CODES_COUNTED_MAX}, ${weightAt('excluded.counted_at')}) + excluded.codes,
       counted_at = excluded.counted_at
     returning u.subject, u.codes`;

/**
 * Adds to the weights and returns those before. Locks the rows until the end of the transaction, so that concurrent
 * visits count each other. Always in the order of the subjects: visits and confirmations cannot deadlock.
 */
export async function addUnconfirmed(
  tx: Tx,
  { gatewayId, companyId }: Owner,
  rows: readonly { readonly subject: string; readonly codes: number }[],
): Promise<CodesOf> {
  const after = await tx.planned<{ subject: string; codes: number }>(ADD, [
    gatewayId,
    companyId,
    tx.now,
    ...added.values(rows),
  ]);
  const own = new Map(rows.map(({ subject, codes }) => [subject, codes]));
  return new Map(after.map(({ subject, codes }) => [subject, codes - (own.get(subject) ?? 0)]));
}

export async function selectUnconfirmed(tx: Tx, gatewayId: string, subjects: readonly string[]): Promise<CodesOf> {
  const rows = await tx.planned<{ subject: string; codes: number }>(
    `select u.subject, ${weightAt('$3::timestamptz')} as codes
     from verification_unconfirmed u
     where u.profile_id = $1
       and u.subject = any($2)`,
    [gatewayId, subjects, tx.now],
  );
  return new Map(rows.map(({ subject, codes }) => [subject, codes]));
}

/**
 * The confirmed code of a widget's session takes weight from the subjects it was counted for; of others, nothing. Locks
 * them in the order in which `addUnconfirmed` does.
 */
export async function relieveUnconfirmed(tx: Tx, gatewayId: string, verificationId: string): Promise<void> {
  await tx.query(
    `with own as (
       select u.subject
       from widget_sessions s
       join verification_unconfirmed u on u.subject = any(s.counted)
       where s.verification_id = $2
         and u.profile_id = $1
       order by u.subject
       for update of u
     )
     update verification_unconfirmed u
     set
       codes = greatest(0, ${weightAt('$3::timestamptz')} - ${CODES_PER_CONFIRMATION}),
       counted_at = $3
     from own
     where u.profile_id = $1
       and u.subject = own.subject`,
    [gatewayId, verificationId, tx.now],
  );
}
