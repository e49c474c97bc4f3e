// Why messages of a dispatch failed. Read from the messages themselves, so what takes its time is served again.
import type { Actor } from '@volley/domain/actor.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { countErrors, type ErrorCount } from './dispatch-errors.sql.ts';
import { findShownDispatch } from './dispatch-progress.sql.ts';
import { servedAgain } from './served-again.ts';

/** The most frequent first; none for a dispatch that is not there. */
export async function listDispatchErrors(
  { db }: Pick<Platform, 'db'>,
  { partnerId }: Actor,
  id: number,
): Promise<ErrorCount[]> {
  return read(db, async (tx) => {
    const row = await findShownDispatch(tx, partnerId, id);
    if (row === undefined || row.first_message_id === null || row.last_message_id === null) return [];
    const bounds = { ids: [id, ...row.step_lists], firstId: row.first_message_id, lastId: row.last_message_id };
    return servedAgain(db, `errors ${id}`, () => countErrors(tx, bounds));
  });
}
