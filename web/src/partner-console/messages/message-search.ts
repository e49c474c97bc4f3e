// The filters of the list in the URL. Every member is optional, so a link names only the filters it sets. Invalid
// values are ignored.
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { MESSAGE_STATES } from '@volley/domain/sending/message-state.ts';
import { MESSAGE_STATUSES } from '@volley/domain/sending/message-status.ts';

export const OPERATORS = [...BRANDS, 'OTHER'] as const;
export const DIRECTIONS = ['outbound', 'inbound', 'all'] as const;
export const PERIODS = ['1h', '24h', '7d', '30d'] as const;

export type Period = (typeof PERIODS)[number];

/** Comma-separated lists. */
export type MessageSearch = {
  readonly dispatch?: number;
  readonly state?: string;
  readonly status?: string;
  readonly channel?: string;
  readonly operator?: string;
  readonly error?: number;
  readonly destination?: string;
  readonly externalId?: string;
  readonly sender?: string;
  readonly tag?: string;
  readonly q?: string;
  readonly read?: boolean;
  readonly clicked?: boolean;
  readonly direction?: (typeof DIRECTIONS)[number];
  readonly last?: Period;
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
};

type Raw = Readonly<Record<string, unknown>>;

const LISTS = {
  state: MESSAGE_STATES,
  status: MESSAGE_STATUSES,
  channel: CHANNEL_TYPES,
  operator: OPERATORS,
} as const satisfies Partial<Record<keyof MessageSearch, readonly string[]>>;

const TEXTS = { destination: 64, externalId: 100, sender: 64, tag: 64, q: 200 } as const;
const NUMBERS = { dispatch: 2_147_483_647, error: 32_767, page: 1_000_000 } as const;

export function messageSearch(raw: Raw): MessageSearch {
  const found: Record<string, unknown> = {};
  for (const [name, known] of Object.entries(LISTS)) {
    const listed = listOf(raw[name]).filter((one) => (known as readonly string[]).includes(one));
    if (listed.length > 0) found[name] = [...new Set(listed)].join(',');
  }
  for (const [name, max] of Object.entries(TEXTS)) {
    const text = textOf(raw[name]).trim().slice(0, max);
    if (text !== '') found[name] = text;
  }
  for (const [name, max] of Object.entries(NUMBERS)) {
    const number = Number(textOf(raw[name]) || Number.NaN);
    if (Number.isSafeInteger(number) && number >= 1 && number <= max) found[name] = number;
  }
  for (const name of ['read', 'clicked']) {
    const text = textOf(raw[name]);
    if (text === 'true' || text === 'false') found[name] = text === 'true';
  }
  for (const name of ['from', 'to']) {
    const at = new Date(textOf(raw[name]));
    if (!Number.isNaN(at.getTime())) found[name] = at.toISOString();
  }
  const direction = DIRECTIONS.find((one) => one === raw['direction']);
  if (direction !== undefined) found['direction'] = direction;
  const last = PERIODS.find((one) => one === raw['last']);
  if (last !== undefined && found['from'] === undefined) found['last'] = last;
  // The router merges this over the raw URL, so an invalid member must be set to undefined.
  for (const name of NAMES) if (raw[name] !== undefined) found[name] ??= undefined;
  return found as MessageSearch; // every member has its type
}

const NAMES = [...Object.keys(LISTS), ...Object.keys(TEXTS), ...Object.keys(NUMBERS)].concat([
  'read',
  'clicked',
  'direction',
  'last',
  'from',
  'to',
]);

/** The router parses digits and JSON words of the URL as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf);
  return textOf(value).split(',');
}

const HOUR_MS = 3_600_000;
const PERIOD_MS = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS } as const;

/** The query of the request; a period ends at `now`. */
export function messageQuery(search: MessageSearch & { readonly company?: number }, now: number) {
  const { last, state, status, channel, operator, ...rest } = search;
  return {
    ...rest,
    page: undefined,
    ...(last !== undefined && { from: new Date(now - PERIOD_MS[last]).toISOString() }),
    state: split(state, MESSAGE_STATES),
    status: split(status, MESSAGE_STATUSES),
    channel: split(channel, CHANNEL_TYPES),
    operator: split(operator, OPERATORS),
  };
}

function split<Value extends string>(list: string | undefined, known: readonly Value[]): Value[] | undefined {
  return list === undefined ? undefined : known.filter((one) => list.split(',').includes(one));
}

/** Whether any filter is set. */
export function isFiltered(search: MessageSearch): boolean {
  return FILTERS.some((name) => search[name] !== undefined);
}

const FILTERS = [
  'dispatch',
  'state',
  'status',
  'channel',
  'operator',
  'error',
  'destination',
  'externalId',
  'sender',
  'tag',
  'q',
  'read',
  'clicked',
  'direction',
  'last',
  'from',
  'to',
] as const satisfies readonly (keyof MessageSearch)[];

/** Overrides that clear all filters. */
export const NO_FILTERS: MessageSearch = Object.fromEntries(FILTERS.map((name) => [name, undefined]));
