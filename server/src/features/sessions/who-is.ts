import type { SignedIn } from '@volley/domain/people/actor.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectPerson } from './people.sql.ts';

/** Name of the signed-in user and the number of companies to choose from. */
export async function whoIs(
  { db }: Pick<Platform, 'db'>,
  actor: SignedIn,
): Promise<{ name: string; companies: number }> {
  if (actor.kind === 'staff') return { name: actor.login, companies: 0 };
  const { name, companies } = await read(db, (tx) => selectPerson(tx, actor));
  return { name: name ?? actor.login, companies };
}
