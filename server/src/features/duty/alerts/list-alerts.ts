import { type Silence, silencedUntil } from '@volley/domain/duty/silence.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AlertRow, selectOpen, selectResolved } from './alerts.sql.ts';
import { selectSilences } from './silences.sql.ts';

const HISTORY_SHOWN_MAX = 100;

export type ShownAlert = AlertRow & { readonly silencedUntil: Date | null };

/** Oldest first. */
export function listOpenAlerts({ db }: Pick<Platform, 'db'>): Promise<ShownAlert[]> {
  return read(db, async (tx) => {
    const silences: readonly Silence[] = await selectSilences(tx);
    return (await selectOpen(tx)).map((alert) => ({
      ...alert,
      silencedUntil: silencedUntil(alert.key, silences, tx.now),
    }));
  });
}

/** Newest first, a hundred at a time. */
export function listResolvedAlerts({ db }: Pick<Platform, 'db'>, beforeId?: number): Promise<AlertRow[]> {
  return read(db, (tx) => selectResolved(tx, beforeId ?? null, HISTORY_SHOWN_MAX));
}
