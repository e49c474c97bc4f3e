// Rows of partners and their tokens.
import { changeRow, type Place, statement } from './statement.ts';

export const changePartner = (
  place: Place,
  partnerId: number,
  change: { readonly status?: 'DISABLED'; readonly priceListId?: number },
) => changeRow(place, 'partners', partnerId, change);

export async function expireTokens(place: Place, partnerId: number): Promise<void> {
  await statement(place, 'update partner_tokens set expires_at = now() where partner_id = $1', [partnerId]);
}

/** The rows of the partner's tokens as text. */
export async function storedTokensOf(place: Place, partnerId: number): Promise<string[]> {
  const rows = await statement<{ row: string }>(
    place,
    'select partner_tokens::text as row from partner_tokens where partner_id = $1',
    [partnerId],
  );
  return rows.map(({ row }) => row);
}
