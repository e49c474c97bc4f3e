import type { Readable } from 'node:stream';
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Document } from './document.ts';
import { isOwnCompany, selectDocument } from './documents.sql.ts';

/**
 * A document of any company with its bytes, for staff. The caller must serve it as an attachment of its media type,
 * with `nosniff` and a sandboxing content policy, because the bytes are untrusted.
 */
export async function openDocument(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  id: string,
): Promise<{ document: Document; bytes: Readable }> {
  const document = await read(db, (tx) => selectDocument(tx, id));
  if (document === undefined) throw new Refusal('not-found', { kind: 'Document', id });
  return { document, bytes: await files.get(id) };
}

/** Refuses documents of other partners, and of companies other than `companyId`, as not found. */
export async function openOwnDocument(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  { partnerId }: Actor,
  id: string,
  companyId?: number,
): Promise<{ document: Document; bytes: Readable }> {
  const document = await read(db, async (tx) => {
    if (companyId !== undefined && !(await isOwnCompany(tx, partnerId, companyId)))
      throw new Refusal('not-found', { kind: 'Company', id: companyId });
    const found = await selectDocument(tx, id);
    if (found === undefined || (companyId !== undefined && found.companyId !== companyId)) return undefined;
    return (await isOwnCompany(tx, partnerId, found.companyId)) ? found : undefined;
  });
  if (document === undefined) throw new Refusal('not-found', { kind: 'Document', id });
  return { document, bytes: await files.get(id) };
}
