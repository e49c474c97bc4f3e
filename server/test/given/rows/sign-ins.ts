// Rows of sessions, of addresses from which a login has signed in, and of refused sign-ins.
import { type Place, statement } from './statement.ts';

export async function isSessionStored(place: Place, digest: Buffer): Promise<boolean> {
  return (await statement(place, 'select from sessions where digest = $1', [digest])).length > 0;
}

/** The sign-ins of the login that are remembered. */
export const findKnownSignIns = (place: Place, login: string) =>
  statement(place, 'select 1 from known_sign_ins where login = $1', [login]);

/** The rows of refused sign-ins as text. */
export async function storedFailedSignIns(place: Place): Promise<string[]> {
  const rows = await statement<{ row: string }>(place, 'select t::text as row from failed_sign_ins t');
  return rows.map(({ row }) => row);
}
