// Rows of documents and of uploads that are under way.
import { type Place, statement } from './statement.ts';

/** Adds documents without files; returns their ids. */
export async function givenDocuments(
  place: Place,
  companyId: number,
  { count = 1, sizeBytes = 1 }: { readonly count?: number; readonly sizeBytes?: number } = {},
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    place,
    `insert into documents (id, company_id, filename, media_type, size_bytes, sha256, created_at)
     select gen_random_uuid(), $1, 'x.pdf', 'application/pdf', $3, '', now()
     from generate_series(1, $2)
     returning id`,
    [companyId, count, sizeBytes],
  );
  return rows.map(({ id }) => id);
}

/** Ids of uploads that have neither ended nor been given up. */
export async function pendingUploads(place: Place): Promise<string[]> {
  return (await statement<{ id: string }>(place, 'select id from document_uploads')).map(({ id }) => id);
}

export async function givenUpload(place: Place, id: string, startedAgoHours: number): Promise<void> {
  await statement(
    place,
    `insert into document_uploads (id, started_at) values ($1, clock_timestamp() - $2 * interval '1 hour')`,
    [id, startedAgoHours],
  );
}

export async function abandonUploads(place: Place): Promise<void> {
  await statement(place, 'update document_uploads set abandoned = true');
}

/** File names of the documents of a sender name, in order. */
export async function documentNamesOf(place: Place, senderId: number): Promise<string[]> {
  const rows = await statement<{ filename: string }>(
    place,
    `select d.filename
     from senders s
     join documents d on d.id = any(s.document_ids)
     where s.id = $1
     order by 1`,
    [senderId],
  );
  return rows.map(({ filename }) => filename);
}
