import type { Actor } from '@volley/domain/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Document, Upload } from './document.ts';
import { keepUploads, withUploads } from './stage-uploads.ts';

export function addDocument(
  platform: Pick<Platform, 'config' | 'db' | 'files' | 'log'>,
  { partnerId }: Actor,
  companyId: number,
  upload: Upload,
): Promise<Document> {
  return withUploads(platform, { partnerId, companyId }, only(upload), async (tx, staged) => {
    const [document] = await keepUploads(tx, companyId, staged);
    if (document === undefined) throw new Error('an upload became no document');
    return document;
  });
}

async function* only(upload: Upload): AsyncGenerator<Upload> {
  yield upload;
}
