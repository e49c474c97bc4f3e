// Rows of partners, their users and their tokens.
import { changeRow, oneRow, type Place, statement } from './statement.ts';

export const changePartner = (
  place: Place,
  partnerId: number,
  change: { readonly status?: 'ACTIVE' | 'DISABLED'; readonly priceListId?: number },
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

/** Adds a partner for each login, with the password of an existing one. */
export async function copyPartner(place: Place, login: string, logins: readonly string[]): Promise<void> {
  await statement(
    place,
    `insert into partners (login, password_hash, currency, created_at)
     select l, p.password_hash, p.currency, p.created_at
     from unnest($1::text[]) l
     cross join partners p
     where p.login = $2`,
    [logins, login],
  );
}

export async function passwordHashOf(place: Place, login: string): Promise<string> {
  const { hash } = await oneRow<{ hash: string }>(
    place,
    'select password_hash as hash from partners where login = $1',
    [login],
  );
  return hash;
}

/** Users who cannot sign in. */
export async function givenPartnerUsers(place: Place, partnerId: number, count: number): Promise<void> {
  await statement(
    place,
    `insert into partner_users (partner_id, login, name, password_hash, role, created_at)
     select $1::int, 'many-' || $1::int || '-' || n, 'Anna', 'none', 'reader', now()
     from generate_series(1, $2::int) n`,
    [partnerId, count],
  );
}

export async function partnerUserId(place: Place, login: string): Promise<number> {
  return (await oneRow<{ id: number }>(place, 'select id from partner_users where login = $1', [login])).id;
}
