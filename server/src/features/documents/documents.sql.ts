import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Document } from './document.ts';

const COLUMNS = `
       id,
       company_id as "companyId",
       filename,
       media_type as "mediaType",
       size_bytes as "sizeBytes",
       created_at as "createdAt"`;

export async function isOwnCompany(tx: Tx, partnerId: number, companyId: number): Promise<boolean> {
  const rows = await tx.query(
    `select id
     from companies
     where id = $1
       and partner_id = $2`,
    [companyId, partnerId],
  );
  return rows.length > 0;
}

/** Serializes uploads of a company, so that its quota holds. */
export async function lockCompany(tx: Tx, companyId: number): Promise<void> {
  await tx.query(
    `select id
     from companies
     where id = $1
     for no key update`,
    [companyId],
  );
}

export async function selectUse(tx: Tx, companyId: number): Promise<{ files: number; bytes: number }> {
  const rows = await tx.query<{ files: number; bytes: number }>(
    `select
       count(*)::integer as files,
       coalesce(sum(size_bytes), 0)::float8 as bytes
     from documents
     where company_id = $1`,
    [companyId],
  );
  return must(rows[0], `use of documents of company ${companyId}`);
}

export async function insertDocument(tx: Tx, document: Document, sha256: Buffer): Promise<void> {
  const { id, companyId, filename, mediaType, sizeBytes, createdAt } = document;
  await tx.query(
    `insert into documents (id, company_id, filename, media_type, size_bytes, sha256, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, companyId, filename, mediaType, sizeBytes, sha256, createdAt],
  );
}

export function selectDocuments(tx: Tx, companyId: number): Promise<Document[]> {
  return tx.query<Document>(
    `select ${COLUMNS}
     from documents
     where company_id = $1
     order by created_at, id`,
    [companyId],
  );
}

export function selectDocumentsByIds(tx: Tx, companyId: number, ids: readonly string[]): Promise<Document[]> {
  return tx.query<Document>(
    `select ${COLUMNS}
     from documents
     where company_id = $1
       and id = any($2::uuid[])
     order by created_at, id`,
    [companyId, ids],
  );
}

export async function selectDocument(tx: Tx, id: string): Promise<Document | undefined> {
  const rows = await tx.query<Document>(
    `select ${COLUMNS}
     from documents
     where id = $1`,
    [id],
  );
  return rows[0];
}

/** Ids of the existing documents, locked against deletion until the transaction ends. */
export async function selectLockedDocuments(tx: Tx, companyId: number, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id
     from documents
     where company_id = $1
       and id = any($2::uuid[])
     order by id
     for key share`,
    [companyId, ids],
  );
  return rows.map((row) => row.id);
}

/** False: the company has no such document. */
export async function deleteDocument(tx: Tx, companyId: number, id: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from documents
     where company_id = $1
       and id = $2
     returning id`,
    [companyId, id],
  );
  return rows.length > 0;
}

/** Leaves the bytes of a deleted document to the sweep of uploads. */
export async function insertAbandonedUpload(tx: Tx, id: string): Promise<void> {
  await tx.query('insert into document_uploads (id, abandoned) values ($1, true)', [id]);
}

export async function insertUpload(tx: Tx, id: string): Promise<void> {
  await tx.query('insert into document_uploads (id) values ($1)', [id]);
}

/** False: the upload was abandoned meanwhile; its bytes are deleted or will be. */
export async function endUpload(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from document_uploads
     where id = $1
       and not abandoned
     returning id`,
    [id],
  );
  return rows.length > 0;
}

/** Waits for a transaction that is ending the upload; false if it did. */
export async function abandonUpload(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `update document_uploads
     set abandoned = true
     where id = $1
     returning id`,
    [id],
  );
  return rows.length > 0;
}

export async function abandonOldUploads(tx: Tx, agedMs: number, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update document_uploads
     set abandoned = true
     where id in (
       select id
       from document_uploads
       where abandoned
          or started_at < clock_timestamp() - $1 * interval '1 millisecond'
       order by started_at
       limit $2
     )
     returning id`,
    [agedMs, limit],
  );
  return rows.map(({ id }) => id);
}

export async function deleteUploads(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `delete from document_uploads
     where id = any($1::uuid[])
       and abandoned`,
    [ids],
  );
}
