import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectWalletMoves, type WalletMove, type WalletMoveFilter } from './wallet-log.sql.ts';

export function listWalletMoves(
  { db }: Pick<Platform, 'db'>,
  { limit, ...filter }: WalletMoveFilter & { readonly limit: number },
): Promise<WalletMove[]> {
  return read(db, (tx) => selectWalletMoves(tx, filter, limit));
}
