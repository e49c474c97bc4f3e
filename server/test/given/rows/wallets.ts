// Rows of wallets.
import { type Place, statement } from './statement.ts';

export async function setWalletReserve(place: Place, companyId: number, micros: bigint): Promise<void> {
  await statement(place, 'update wallets set reserved_micros = $2 where company_id = $1', [companyId, micros]);
}

/** A wallet whose money has no entry. */
export async function givenWallet(
  place: Place,
  companyId: number,
  currency: string,
  balanceMicros: bigint,
): Promise<void> {
  await statement(place, 'insert into wallets (company_id, currency, balance_micros) values ($1, $2, $3)', [
    companyId,
    currency,
    balanceMicros,
  ]);
}
