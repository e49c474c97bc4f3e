import type { KeyActor } from '@volley/domain/people/actor.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type WalletBalance, walletBalance } from './wallets.ts';

/** Wallets of the key's company, by currency; a missing wallet of the partner's currency is shown as zero. */
export async function getBalance({ db }: Pick<Platform, 'db'>, account: KeyActor): Promise<readonly WalletBalance[]> {
  const wallets = await read(db, (tx) => walletBalance(tx, account.companyId));
  if (wallets.some(({ currency }) => currency === account.currency)) return wallets;
  return [{ currency: account.currency, balanceMicros: 0n, reservedMicros: 0n }, ...wallets];
}
