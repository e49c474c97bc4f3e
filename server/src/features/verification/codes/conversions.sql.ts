import type { Tx } from '../../../platform/database/database.ts';

export type ConversionResult = 'NUMBER_VERIFIED' | 'WRONG_CODE';

type Call = {
  readonly channelType: string;
  /** Null after erasure, and for codes of the verifier, whose text is masked. */
  readonly text: string | null;
};

export async function selectCall(tx: Tx, companyId: number, messageUuid: string): Promise<Call | undefined> {
  const rows = await tx.query<Call>(
    `select
       d.channel_type as "channelType",
       case when d.sending_method like 'VERIFIER%' then null else m.text end as text
     from messages m
     join dispatches d on d.id = m.dispatch_id
     where m.id = $1
       and m.account_id = $2`,
    [messageUuid, companyId],
  );
  return rows[0];
}

type Conversion = {
  readonly messageUuid: string;
  readonly companyId: number;
  readonly result: ConversionResult;
  readonly codeMatches: boolean | null;
};

export async function upsertConversion(tx: Tx, conversion: Conversion): Promise<void> {
  const { messageUuid, companyId, result, codeMatches } = conversion;
  await tx.query(
    `insert into flashcall_conversions (message_uuid, company_id, result, code_matches, reported_at)
     values ($1, $2, $3, $4, $5)
     on conflict (message_uuid)
     do update set
       result = excluded.result,
       code_matches = excluded.code_matches,
       reported_at = excluded.reported_at`,
    [messageUuid, companyId, result, codeMatches, tx.now],
  );
}
