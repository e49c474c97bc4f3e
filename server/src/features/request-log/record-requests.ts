import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LoggedRequest } from './logged-request.ts';
import { insertRequests } from './requests.sql.ts';

export async function recordRequests({ db }: Pick<Platform, 'db'>, rows: readonly LoggedRequest[]): Promise<void> {
  if (rows.length > 0) await inTransaction(db, (tx) => insertRequests(tx, rows));
}
