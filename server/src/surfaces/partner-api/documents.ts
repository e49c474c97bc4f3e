import { formatDatetime } from '@volley/contract/datetime.ts';
import * as contract from '@volley/contract/partner/documents.ts';
import { addDocument } from '../../features/documents/add-document.ts';
import type { Document } from '../../features/documents/document.ts';
import { listDocuments } from '../../features/documents/list-documents.ts';
import { openOwnDocument } from '../../features/documents/open-document.ts';
import { removeCompanyDocument } from '../../features/senders/remove-document.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange, mountDownload } from '../http/mount-endpoint.ts';

export function mountDocuments(app: ApiServer, platform: Platform): void {
  mountChange(app, contract.uploadDocument, platform, {
    act: ({ actor, params, file }) => addDocument(platform, actor, params.id, file),
    show: shown,
  });

  mount(app, contract.listDocuments, platform, async ({ actor, params }) =>
    (await listDocuments(platform, actor, params.id)).map(shown),
  );

  mountDownload(app, contract.downloadDocument, platform, async ({ actor, params }) => {
    const { document, bytes } = await openOwnDocument(platform, actor, params.documentId, params.id);
    return { filename: document.filename, mediaType: document.mediaType, bytes };
  });

  mount(app, contract.deleteDocument, platform, ({ actor, params }) =>
    removeCompanyDocument(platform, actor, params.id, params.documentId),
  );
}

function shown({ id, companyId, filename, createdAt }: Document) {
  return { id, companyId, filename, createdAt: formatDatetime(createdAt) };
}
