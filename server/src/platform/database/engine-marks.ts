// A position of the pacers in engine_marks: epoch first, then round.
export type EngineMark = { readonly databaseId: string; readonly epoch: number; readonly round: bigint };

/** Marks of different databases are not comparable: neither is below the other. */
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
