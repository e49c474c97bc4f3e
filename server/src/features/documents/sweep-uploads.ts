// Removes files of failed uploads. Marks the upload as abandoned first, so that it can no longer become a document,
// then deletes the file, then the row. Each step may be repeated.
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { abandonOldUploads, abandonUpload, deleteUploads } from './documents.sql.ts';

type Parts = Pick<Platform, 'db' | 'files'>;

/** Far longer than any request. */
const AGED_MS = 3_600_000;
const ROUND_MAX = 100;

export async function giveUpUpload({ db, files }: Parts, id: string): Promise<void> {
  // A transaction whose COMMIT response was lost may have created the document; then the row is gone.
  const isOpen = await inTransaction(db, (tx) => abandonUpload(tx, id));
  if (!isOpen) return;
  await files.remove(id);
  await inTransaction(db, (tx) => deleteUploads(tx, [id]));
}

/** True: more uploads may be due. */
export async function sweepUploads({ db, files }: Parts): Promise<boolean> {
  const ids = await inTransaction(db, (tx) => abandonOldUploads(tx, AGED_MS, ROUND_MAX));
  for (const id of ids) await files.remove(id);
  if (ids.length > 0) await inTransaction(db, (tx) => deleteUploads(tx, ids));
  return ids.length === ROUND_MAX;
}
