import { must } from '@volley/domain/must.ts';
import { databaseErrorCode, type Tx } from '../../platform/database/database.ts';
import type { Sender, SenderDraft, SenderFilter } from './sender.ts';

// Names used without registration have rows of their own, which lists, look-ups by id and changes exclude.

export const COLUMNS = `
       s.id,
       s.company_id as "companyId",
       s.sender_name as "senderName",
       s.channel_type as "channelType",
       c.counteragent_name as "counteragentName",
       c.counteragent_inn as "counteragentInn",
       s.date_from as "dateFrom",
       s.date_to as "dateTo",
       s.common_type as "commonType",
       s.brand,
       s.country_id as "countryId",
       k.code as "countryCode",
       s.status,
       s.suspended,
       s.suspend_reason as "suspendReason",
       s.fee_micros as "feeMicros",
       s.manager_comment as "managerComment",
       s.rejected_at as "rejectedAt",
       s.created_at as "createdAt",
       s.description,
       s.document_ids as "documentIds"`;
export const TABLES = `
     from senders s
     join companies c on c.id = s.company_id
     join countries k on k.id = s.country_id`;
export const SELECT = `select ${COLUMNS} ${TABLES}`;

export async function selectSender(tx: Tx, partnerId: number, id: number): Promise<Sender | undefined> {
  const rows = await tx.query<Sender>(
    `${SELECT}
     where s.id = $1
       and c.partner_id = $2
       and s.registered`,
    [id, partnerId],
  );
  return rows[0];
}

export async function selectSenderOfCompany(tx: Tx, companyId: number, id: number): Promise<Sender | undefined> {
  const rows = await tx.query<Sender>(
    `${SELECT}
     where s.id = $1
       and s.company_id = $2
       and s.registered`,
    [id, companyId],
  );
  return rows[0];
}

/** A sender that refers to the document and is neither closed nor denied. */
export async function findSenderWithDocument(
  tx: Tx,
  companyId: number,
  documentId: string,
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(
    `select id
     from senders
     where company_id = $1
       and $2::uuid = any(document_ids)
       and status not in ('CLOSED', 'DENIED')
     order by id
     limit 1`,
    [companyId, documentId],
  );
  return rows[0]?.id;
}

export async function lockSender(tx: Tx, id: number): Promise<Sender | undefined> {
  const rows = await tx.query<Sender>(
    `${SELECT}
     where s.id = $1
       and s.registered
     for no key update of s`,
    [id],
  );
  return rows[0];
}

const MATCHES = `s.company_id = $1
       and s.registered
       and ($2::text[] is null or s.brand = any($2))
       and ($3::text[] is null or s.common_type = any($3))
       and ($4::text[] is null or s.status = any($4))
       and ($5::text[] is null or s.channel_type = any($5))
       and ($6::text[] is null or k.code = any($6))`;

function filterValues(companyId: number, filter: SenderFilter): unknown[] {
  const { brand, commonType, status, channelType, countryCode } = filter;
  return [companyId, brand, commonType, status, channelType, countryCode].map((value) => value ?? null);
}

/** All senders, or one page. */
export async function selectSendersOfCompany(
  tx: Tx,
  companyId: number,
  filter: SenderFilter,
  page?: { readonly limit: number; readonly offset: number },
): Promise<Sender[]> {
  return tx.query<Sender>(
    `${SELECT}
     where ${MATCHES}
     order by s.id
     limit $7
     offset $8`,
    [...filterValues(companyId, filter), page?.limit ?? null, page?.offset ?? 0],
  );
}

export async function countSendersOfCompany(tx: Tx, companyId: number, filter: SenderFilter): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from senders s
     join countries k on k.id = s.country_id
     where ${MATCHES}`,
    filterValues(companyId, filter),
  );
  return must(rows[0], `number of sender names of company ${companyId}`).total;
}

export async function selectSendersByIds(tx: Tx, companyId: number, ids: readonly number[]): Promise<Sender[]> {
  return tx.query<Sender>(
    `${SELECT}
     where s.company_id = $1
       and s.id = any($2::integer[])`,
    [companyId, ids],
  );
}

/** Undefined: a living sender of this company, channel and brand has the name. */
export async function insertSender(
  tx: Tx,
  draft: SenderDraft,
  status: 'DRAFT' | 'PRE_REVIEW' = 'DRAFT',
): Promise<number | undefined> {
  try {
    const rows = await tx.query<{ id: number }>(
      `insert into senders (
         company_id, sender_name, channel_type, common_type, brand, country_id, date_from,
         description, document_ids, created_at, status
       )
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       returning id`,
      [
        draft.companyId,
        draft.senderName,
        draft.channelType,
        draft.commonType,
        draft.brand,
        draft.countryId,
        draft.dateFrom,
        draft.description ?? null,
        draft.documentIds,
        tx.now,
        status,
      ],
    );
    return rows[0]?.id;
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';

type NamePlace = Pick<Sender, 'companyId' | 'channelType' | 'brand' | 'senderName'>;

/** The living sender of this company, channel, brand and name. */
export async function findTwin(tx: Tx, { companyId, channelType, brand, senderName }: NamePlace, id: number | null) {
  const rows = await tx.query<{ id: number }>(
    `select id
     from senders
     where company_id = $1
       and channel_type = $2
       and brand = $3
       and sender_name = $4
       and id is distinct from $5
       and status not in ('REJECTED', 'DENIED', 'CLOSED')`,
    [companyId, channelType, brand, senderName, id],
  );
  return rows[0]?.id;
}

type EditedSender = Pick<Sender, 'id' | 'senderName' | 'commonType' | 'dateFrom' | 'dateTo' | 'documentIds'>;

/** False: another living sender of this company, channel and brand has the name. */
export async function updateRequest(tx: Tx, sender: EditedSender): Promise<boolean> {
  try {
    await tx.query(
      `update senders
       set
         sender_name = $2,
         common_type = $3,
         date_from = $4,
         date_to = $5,
         document_ids = $6
       where id = $1`,
      [sender.id, sender.senderName, sender.commonType, sender.dateFrom, sender.dateTo, sender.documentIds],
    );
    return true;
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

export async function findCountryId(tx: Tx, code: string): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>('select id from countries where code = $1', [code]);
  return rows[0]?.id;
}

export async function hasCountry(tx: Tx, countryId: number): Promise<boolean> {
  const rows = await tx.query('select 1 from countries where id = $1', [countryId]);
  return rows.length === 1;
}

/** False: the partner has no such sender. */
export async function updateSuspension(
  tx: Tx,
  { partnerId, id, suspended, reason }: { partnerId: number; id: number; suspended: boolean; reason: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `update senders s
     set suspended = $3, suspend_reason = $4
     from companies c
     where c.id = s.company_id
       and s.id = $1
       and c.partner_id = $2
       and s.registered
     returning s.id`,
    [id, partnerId, suspended, reason],
  );
  return rows.length === 1;
}
