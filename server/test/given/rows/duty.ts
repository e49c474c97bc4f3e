// Rows of notices to people on duty.
import { type Place, statement } from './statement.ts';

/** Tries of each notice that arrived. */
export async function triesOfSentNotices(place: Place): Promise<number[]> {
  const rows = await statement<{ attempts: number }>(place, 'select attempts from duty_notices where sent');
  return rows.map(({ attempts }) => attempts);
}
