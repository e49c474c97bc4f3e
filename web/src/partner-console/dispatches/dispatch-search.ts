// The filters of the list in the URL. Invalid values are ignored.
import { DISPATCH_STATUSES, type DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';

export const DISPATCH_ORDERS = ['newest', 'oldest', 'started', 'largest', 'name'] as const;
export type DispatchOrder = (typeof DISPATCH_ORDERS)[number];

export type DispatchSearch = {
  readonly status?: DispatchStatus;
  readonly q?: string;
  /** Days, `YYYY-MM-DD`, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly order?: DispatchOrder;
  readonly page?: number;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function dispatchSearch(raw: Record<string, unknown>): DispatchSearch {
  const status = DISPATCH_STATUSES.find((one) => one === raw['status']);
  const order = DISPATCH_ORDERS.find((one) => one === raw['order']);
  const page = Number(raw['page']);
  // The router parses a name of digits as a number.
  const q = typeof raw['q'] === 'string' || typeof raw['q'] === 'number' ? String(raw['q']).trim().slice(0, 255) : '';
  return {
    ...(status !== undefined && { status }),
    ...(q !== '' && { q }),
    ...dayOf('from', raw['from']),
    ...dayOf('to', raw['to']),
    ...(order !== undefined && order !== 'newest' && { order }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
  };
}

function dayOf<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
  return isDay(value) ? ({ [name]: value } as { [Key in Name]?: string }) : {}; // its only key is the name
}

/** JavaScript reads 31 November as 1 December. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

const SORTS = {
  newest: { sort: 'created', order: 'desc' },
  oldest: { sort: 'created', order: 'asc' },
  started: { sort: 'started', order: 'desc' },
  largest: { sort: 'accepted', order: 'desc' },
  name: { sort: 'name', order: 'asc' },
} as const satisfies Record<DispatchOrder, { sort: string; order: string }>;

/** The query of the request. Days are days of the reader's calendar. */
export function dispatchQuery({ status, q, from, to, order = 'newest', page = 1 }: DispatchSearch) {
  return {
    q,
    page,
    status: status === undefined ? undefined : [status],
    from: from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString(),
    to: to === undefined ? undefined : new Date(`${to}T23:59:59`).toISOString(),
    ...SORTS[order],
  };
}

export function isFiltered({ status, q, from, to }: DispatchSearch): boolean {
  return [status, q, from, to].some((value) => value !== undefined);
}
