import { must } from '@volley/domain/must.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Document, Upload } from './document.ts';
import { storeDocuments, withUploads } from './stage-uploads.ts';

export function addDocument(
  platform: Pick<Platform, 'config' | 'db' | 'files' | 'log'>,
  { partnerId }: Actor,
  companyId: number,
  upload: Upload,
): Promise<Document> {
  return withUploads(platform, { partnerId, companyId }, only(upload), async (tx, staged) => {
    const [document] = await storeDocuments(tx, companyId, staged);
    return must(document, `document of the upload to company ${companyId}`);
  });
}

async function* only(upload: Upload): AsyncGenerator<Upload> {
  yield upload;
}
