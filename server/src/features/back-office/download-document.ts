import type { Readable } from 'node:stream';
import type { Platform } from '../../platform/platform.ts';
import type { Document } from '../documents/document.ts';
import { openDocument } from '../documents/open-document.ts';
import { recordRead, type Who } from './staff-actions.ts';

/** Records the read: documents hold personal data. */
export async function downloadDocumentAs(
  platform: Pick<Platform, 'db' | 'files'>,
  who: Who,
  id: string,
): Promise<{ document: Document; bytes: Readable }> {
  const opened = await openDocument(platform, id);
  try {
    const { companyId } = opened.document;
    const entry = { action: 'document.download', subject: { kind: 'document', id }, details: { companyId } };
    await recordRead(platform, who, entry);
    return opened;
  } catch (error) {
    opened.bytes.destroy();
    throw error;
  }
}
