// Rows of the blacklists of companies.
import { type Place, statement } from './statement.ts';

export async function givenBlacklisted(place: Place, companyId: number, destination: string): Promise<void> {
  await statement(place, 'insert into blacklist (company_id, destination, created_at) values ($1, $2, now())', [
    companyId,
    destination,
  ]);
}

export const blacklistOf = (place: Place, companyId: number) =>
  statement<{ destination: bigint; comment: string | null }>(
    place,
    'select destination, comment from blacklist where company_id = $1 order by destination',
    [companyId],
  );
