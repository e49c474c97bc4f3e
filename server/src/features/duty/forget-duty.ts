// Bounds the history of alerts, silences and notices.
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteHistory } from './alerts/alerts.sql.ts';
import { deleteSilences } from './alerts/silences.sql.ts';
import { deleteNotices } from './notices/notices.sql.ts';

const DAY_MS = 86_400_000;
const HISTORY_KEPT_MS = 90 * DAY_MS;
const NOTICES_KEPT_MS = 7 * DAY_MS;

export function forgetDuty({ db }: Pick<Platform, 'db'>): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = (keptMs: number) => new Date(tx.now.getTime() - keptMs);
    await deleteHistory(tx, before(HISTORY_KEPT_MS));
    await deleteSilences(tx, before(HISTORY_KEPT_MS));
    await deleteNotices(tx, before(NOTICES_KEPT_MS));
  });
}
