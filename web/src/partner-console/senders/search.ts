// URL parameters of the list of sender names; `company` belongs to every page.
import { BRANDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { SENDER_STATUSES, type SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { SENDER_TURNS, type SenderTurn } from '@volley/domain/senders/sender-turn.ts';
import { CHANNEL_TYPES, type ChannelType } from '@volley/domain/sending/channel.ts';

export type SenderListSearch = {
  readonly q?: string;
  readonly status?: SenderStatus[];
  readonly brand?: Brand[];
  readonly channel?: ChannelType[];
  readonly turn?: SenderTurn[];
  readonly usable?: boolean;
  readonly suspended?: boolean;
  readonly page?: number;
};

export function senderListSearch(search: Record<string, unknown>): SenderListSearch {
  const { q, usable, suspended, page } = search;
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(typeof q === 'number' && { q: String(q) }),
    ...member('status', chosen(SENDER_STATUSES, search['status'])),
    ...member('brand', chosen(BRANDS, search['brand'])),
    ...member('channel', chosen(CHANNEL_TYPES, search['channel'])),
    ...member('turn', chosen(SENDER_TURNS, search['turn'])),
    ...(typeof usable === 'boolean' && { usable }),
    ...(suspended === true && { suspended }),
    ...(typeof page === 'number' && Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

/** Keeps known values; a single one may come without an array. */
function chosen<const Value extends string>(all: readonly Value[], asked: unknown): Value[] | undefined {
  const wanted: readonly unknown[] = Array.isArray(asked) ? asked : [asked];
  const found = all.filter((value) => wanted.includes(value));
  return found.length === 0 ? undefined : found;
}

function member<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  // An object with this member, or an empty one.
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

export type NewSenderSearch = { readonly name?: string; readonly channel?: ChannelType; readonly brand?: Brand };

export function newSenderSearch(search: Record<string, unknown>): NewSenderSearch {
  const brand = BRANDS.find((known) => known === search['brand']);
  const channel = CHANNEL_TYPES.find((known) => known === search['channel']);
  return {
    ...((typeof search['name'] === 'string' || typeof search['name'] === 'number') && { name: String(search['name']) }),
    ...(channel !== undefined && { channel }),
    ...(brand !== undefined && { brand }),
  };
}
