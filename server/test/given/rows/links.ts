// Rows of operator links, for tests that play the connector.
import { BRAND_IDS, type Brand } from '@volley/domain/numbers/brand.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { putLink } from '../../../src/features/operator-links/own-links.ts';
import type { Tx } from '../../../src/platform/database/database.ts';
import type { Api } from '../api.ts';
import type { System } from '../system.ts';
import { oneRow, type Place, statement } from './statement.ts';

export type PlayedLink = {
  readonly name?: string;
  readonly brands?: readonly Brand[];
  readonly ratePerSecond?: number | null;
};

/** A link to no operator, which is bound for good although no connector runs. */
export async function givenPlayedLink(
  { platform }: Pick<Api, 'platform'>,
  { name = 'mts', brands = ['MTS'], ratePerSecond = null }: PlayedLink = {},
): Promise<number> {
  const id = await givenDownLink({ platform }, { name, brands, ratePerSecond });
  await bindLinks({ platform });
  return id;
}

/** A link to no operator, which is not bound. */
export function givenDownLink(
  { platform }: Pick<Api, 'platform'>,
  { name = 'mts', brands = ['MTS'], ratePerSecond = null }: PlayedLink = {},
): Promise<number> {
  const operator = { host: '127.0.0.1', port: 1, systemId: name, password: 'x', tls: false, idForm: 'as-is' } as const;
  const brandIds = brands.map((brand) => BRAND_IDS[brand]);
  return putLink(platform, { name, brands: brandIds, ratePerSecond, windowSize: 10, ...operator });
}

/** Ends all links for good; their names are free again. */
export async function retireLinks({ platform, sql }: Pick<System, 'platform' | 'sql'>): Promise<void> {
  await sql(`update operator_links set enabled = false, name = name || '-' || id where enabled`);
  platform.bus.wake('links');
}

export async function countBoundLinks(place: Place): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    place,
    'select count(*)::int as count from operator_links where bound',
  );
  return count;
}

/** Binds all links, or one, for good. */
export async function bindLinks(place: Place, bound = true, name?: string): Promise<void> {
  await statement(
    place,
    `update operator_links
     set bound = $1, lease_until = 'infinity'
     where $2::text is null or name = $2`,
    [bound, name ?? null],
  );
}

export async function pauseLinks(place: Place, paused: boolean, name?: string): Promise<void> {
  await statement(place, 'update operator_links set paused = $1 where $2::text is null or name = $2', [
    paused,
    name ?? null,
  ]);
}

/** The channel of all links. */
export async function moveLinks(place: Place, channelType: ChannelType): Promise<void> {
  await statement(place, 'update operator_links set channel_type = $1', [channelType]);
}

export async function limitLinks(place: Place, ratePerSecond: number): Promise<void> {
  await statement(place, 'update operator_links set rate_per_second = $1', [ratePerSecond]);
}

export async function disableLink(place: Place, id: number): Promise<void> {
  await statement(place, 'update operator_links set enabled = false where id = $1', [id]);
}

export type LinkKeeping = {
  readonly id: number;
  readonly accountId: number;
  readonly owner: string | null;
  bound: boolean;
};

export const linkNamed = (place: Place, name: string) =>
  oneRow<LinkKeeping>(place, 'select id, account_id as "accountId", owner, bound from operator_links where name = $1', [
    name,
  ]);

/** Gives the link to a connector that does not run, whose leases last for these hours; returns its id. */
export async function giveToDeadConnector(place: Place, id: number, hours: number): Promise<string> {
  const { owner } = await oneRow<{ owner: string }>(
    place,
    `with dead as (
       insert into instances (id, roles, lease_until)
       values (gen_random_uuid(), '{connector}', clock_timestamp() + $2 * interval '1 hour')
       returning id, lease_until)
     update operator_links l
     set owner = dead.id, bound = false, lease_until = dead.lease_until
     from dead
     where l.id = $1
     returning owner`,
    [id, hours],
  );
  return owner;
}

/** Ends the lease of the link's owner in the past. */
export async function lapseLease(tx: Tx, id: number, secondsAgo: number): Promise<void> {
  await tx.query(`update operator_links set lease_until = clock_timestamp() - $2 * interval '1 second' where id = $1`, [
    id,
    secondsAgo,
  ]);
}

export async function pauseLink(place: Place, id: number, paused: boolean): Promise<void> {
  await statement(place, 'update operator_links set paused = $2 where id = $1', [id, paused]);
}
