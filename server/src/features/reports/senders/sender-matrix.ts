// Sender names by operator in the partner console.
import type { Actor } from '@volley/domain/people/actor.ts';
import { SENDER_TURNS, type SenderTurn } from '@volley/domain/senders/sender-turn.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  countNames,
  countTurns,
  type MatrixFilter,
  type MatrixName,
  type SenderCellRow,
  selectCells,
} from './sender-matrix.sql.ts';

export type SenderMatrix = {
  readonly total: number;
  readonly registrations: number;
  readonly turns: Readonly<Record<SenderTurn, number>>;
  readonly items: readonly (MatrixName & { readonly companyName: string; readonly cells: readonly SenderCellRow[] })[];
};

export async function listSenderMatrix(
  { db, config: { moderation } }: Pick<Platform, 'db' | 'config'>,
  { partnerId }: Actor,
  { page, perPage, ...filter }: MatrixFilter & { readonly page: number; readonly perPage: number },
): Promise<SenderMatrix> {
  return read(db, async (tx) => {
    const query = { partnerId, moderation, filter };
    const counted = new Map((await countTurns(tx, query)).map(({ turn, total }) => [turn, total]));
    const turns = { partner: 0, platform: 0, operator: 0, nobody: 0, ...Object.fromEntries(counted) };
    const wanted = filter.turn ?? SENDER_TURNS;
    return {
      total: await countNames(tx, query),
      registrations: wanted.reduce((sum, turn) => sum + turns[turn], 0),
      turns,
      items: byName(await selectCells(tx, query, { limit: perPage, offset: (page - 1) * perPage })),
    };
  });
}

function byName(cells: readonly SenderCellRow[]): SenderMatrix['items'] {
  const keyOf = ({ companyId, channelType, senderName }: MatrixName) => `${companyId} ${channelType} ${senderName}`;
  return [...Map.groupBy(cells, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { companyId, companyName, channelType, senderName } = first;
    return [{ companyId, companyName, channelType, senderName, cells: group }];
  });
}
