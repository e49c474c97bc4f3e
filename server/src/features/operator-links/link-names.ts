// Names of links for labels of metrics. A link keeps its name, so only an unknown id asks the database.
import { asSystem, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { slot } from '../../platform/state/shared-state.ts';
import { selectLinkNames } from './link-names.sql.ts';

const NAMES = slot((): { byId: ReadonlyMap<number, string> } => ({ byId: new Map() }));

/** Contains all links that exist, among them these. */
export async function linkNames(
  { db, shared }: Pick<Platform, 'db' | 'shared'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const known = shared.of(NAMES);
  if (!ids.every((id) => known.byId.has(id)))
    known.byId = new Map((await asSystem(() => read(db, selectLinkNames))).map(({ id, name }) => [id, name]));
  return known.byId;
}
