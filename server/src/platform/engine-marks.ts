// The row of engine_marks: how far the pacers have come. Epoch first, then round.
import type { Tx } from './database.ts';

export type EngineMark = { readonly databaseId: string; readonly epoch: number; readonly round: bigint };

const COLUMNS = 'database_id as "databaseId", epoch, round';

export async function selectMark(tx: Tx): Promise<EngineMark> {
  const rows = await tx.planned<EngineMark>(`select ${COLUMNS} from engine_marks`);
  if (rows[0] === undefined) throw new Error('engine_marks has no row');
  return rows[0];
}

/** Undefined: the row is below `known`, and stays as it is. */
export async function advanceMark(tx: Tx, known: EngineMark): Promise<EngineMark | undefined> {
  const rows = await tx.planned<EngineMark>(
    `update engine_marks
     set round = round + 1
     where database_id <> $1::uuid or (epoch, round) >= ($2::integer, $3::bigint)
     returning ${COLUMNS}`,
    [known.databaseId, known.epoch, known.round],
  );
  return rows[0];
}

/** The epoch lies above every epoch that was ever known, so that no process holds its claims back any longer. */
export async function beginEpoch(tx: Tx, above: number, confirmation: 'confirm' | 'stop'): Promise<EngineMark> {
  const rows = await tx.query<EngineMark>(
    `update engine_marks
     set epoch = greatest(epoch, $1::integer) + 1,
       round = round + 1,
       confirmed_at = clock_timestamp(),
       confirmation = $2
     returning ${COLUMNS}`,
    [above, confirmation],
  );
  if (rows[0] === undefined) throw new Error('engine_marks has no row');
  return rows[0];
}

/** Marks of different databases cannot be compared: neither is below the other. */
export function isBelow(mark: EngineMark, known: EngineMark): boolean {
  if (mark.databaseId !== known.databaseId) return false;
  return mark.epoch === known.epoch ? mark.round < known.round : mark.epoch < known.epoch;
}

export const showMark = ({ epoch, round }: EngineMark) => `${epoch}/${round}`;

export const packMark = ({ databaseId, epoch, round }: EngineMark) =>
  JSON.stringify({ databaseId, epoch, round: String(round) });

/** Undefined: not a mark. */
export function parseMark(text: string): EngineMark | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { databaseId, epoch, round } = value as Record<string, unknown>;
  if (typeof databaseId !== 'string' || typeof epoch !== 'number' || typeof round !== 'string') return undefined;
  return { databaseId, epoch, round: BigInt(round) };
}
