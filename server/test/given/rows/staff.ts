// Rows of staff and their tokens.
import { type Place, statement } from './statement.ts';

export async function expireStaffTokens(place: Place, staffId: number): Promise<void> {
  await statement(place, 'update staff_tokens set expires_at = now() where staff_id = $1', [staffId]);
}

/** The rows of all staff as text. */
export async function storedStaff(place: Place): Promise<string[]> {
  return (await statement<{ row: string }>(place, 'select staff::text as row from staff')).map(({ row }) => row);
}
