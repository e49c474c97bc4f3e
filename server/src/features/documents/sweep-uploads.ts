// Uploads that came to nothing leave no file behind. An upload is first marked as given up, so that it can no longer
// become a document; then the file goes, then the note. Each step may be repeated.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { abandonOldUploads, abandonUpload, deleteUploads } from './documents.sql.ts';

type Parts = Pick<Platform, 'db' | 'files'>;

/** No request lives nearly as long. */
const AGED_MS = 3_600_000;
const ROUND_MAX = 100;

export async function giveUpUpload({ db, files }: Parts, id: string): Promise<void> {
  // A transaction whose answer was lost may have made the document after all; then the note is gone.
  const isOpen = await inTransaction(db, (tx) => abandonUpload(tx, id));
  if (!isOpen) return;
  await files.remove(id);
  await inTransaction(db, (tx) => deleteUploads(tx, [id]));
}

/** True when there may be more. */
export async function sweepUploads({ db, files }: Parts): Promise<boolean> {
  const ids = await inTransaction(db, (tx) => abandonOldUploads(tx, AGED_MS, ROUND_MAX));
  for (const id of ids) await files.remove(id);
  if (ids.length > 0) await inTransaction(db, (tx) => deleteUploads(tx, ids));
  return ids.length === ROUND_MAX;
}
