// Failed messages of a dispatch by error code. Reads the messages themselves, so slow results are cached.
import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cacheWhenSlow } from '../messages/cache-when-slow.ts';
import { countErrors, type ErrorCount } from './dispatch-errors.sql.ts';
import { findShownDispatch } from './dispatch-progress.sql.ts';

/** Most frequent first; empty for an unknown dispatch. */
export async function listDispatchErrors(
  { db, shared }: Pick<Platform, 'db' | 'shared'>,
  { partnerId }: Actor,
  id: number,
): Promise<ErrorCount[]> {
  return read(db, async (tx) => {
    const row = await findShownDispatch(tx, partnerId, id);
    if (row === undefined || row.first_message_id === null || row.last_message_id === null) return [];
    const bounds = { ids: [id, ...row.step_buckets], firstId: row.first_message_id, lastId: row.last_message_id };
    return cacheWhenSlow(shared, `errors ${id}`, () => countErrors(tx, bounds));
  });
}
