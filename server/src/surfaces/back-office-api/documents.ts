import { downloadDocument } from '@volley/contract/back-office/moderation/senders.ts';
import { downloadDocumentAs } from '../../features/back-office/download-document.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mountDownload } from '../http/mount-endpoint.ts';

export function mountDownloads(app: ApiServer, platform: Pick<Platform, 'db' | 'files'>): void {
  mountDownload(app, downloadDocument, platform, async ({ actor, params }) => {
    const { document, bytes } = await downloadDocumentAs(platform, actor, params.id);
    return { filename: document.filename, mediaType: document.mediaType, bytes };
  });
}
