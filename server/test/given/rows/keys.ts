// Rows of API keys.
import { oneRow, type Place, statement } from './statement.ts';

/** The ranges of addresses from which the key may be used. */
export async function restrictKey(place: Place, keyId: string, ranges: readonly string[]): Promise<void> {
  await statement(place, 'update api_keys set allowed_addresses = $2::text[]::cidr[] where key_id = $1', [
    keyId,
    ranges,
  ]);
}

export async function deactivateKey(place: Place, keyId: string): Promise<void> {
  await statement(place, `update api_keys set status = 'INACTIVE' where key_id = $1`, [keyId]);
}

/** `version` changes whenever the row is written. */
export const keyUseOf = (place: Place, keyId: string) =>
  oneRow<{ at: Date | null; version: string }>(
    place,
    'select last_used_at as at, xmin::text as version from api_keys where key_id = $1',
    [keyId],
  );

/** As if the key had last been used this number of seconds ago. */
export async function ageKeyUse(place: Place, keyId: string, seconds: number): Promise<void> {
  await statement(
    place,
    `update api_keys set last_used_at = business_now() - $2 * interval '1 second' where key_id = $1`,
    [keyId, seconds],
  );
}

/** Digests of the key, and its whole row as text. */
export const storedKey = (place: Place, keyId: string) =>
  oneRow<{ digest: Buffer; superseded: Buffer[]; row: string }>(
    place,
    'select digest, superseded_digests as superseded, api_keys::text as row from api_keys where key_id = $1',
    [keyId],
  );

/** Active keys of type MESSAGES. */
export async function givenKeys(place: Place, companyId: number, count: number): Promise<void> {
  await statement(
    place,
    `insert into api_keys (key_id, company_id, name, type, digest, created_at)
     select 'many-' || $1::int || '-' || n, $1::int, 'Shop', 'MESSAGES',
       sha256(convert_to($1::int || '-' || n, 'UTF8')), now()
     from generate_series(1, $2::int) n`,
    [companyId, count],
  );
}
