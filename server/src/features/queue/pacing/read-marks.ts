// Stopped dispatches and held senders, as the connector must see them. Marks also come over the bus; the database is
// the authority.
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type MarkCandidates, type MarkRow, selectMarks } from './read-marks.sql.ts';

export type Marks = {
  readonly stoppedDispatches: ReadonlySet<number>;
  readonly heldSenders: ReadonlySet<number>;
  readonly heldCompanies: ReadonlySet<number>;
};

export async function readMarks({ db }: Pick<Platform, 'db'>, candidates: MarkCandidates): Promise<Marks> {
  const rows = await read(db, (tx) => selectMarks(tx, candidates));
  const idsOf = (kind: MarkRow['kind']) => new Set(rows.filter((row) => row.kind === kind).map((row) => row.id));
  return { stoppedDispatches: idsOf('dispatch'), heldSenders: idsOf('sender'), heldCompanies: idsOf('company') };
}
