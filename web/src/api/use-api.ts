import { keepPreviousData, type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { EndpointShape, ReplyOf } from '@volley/contract/endpoint.ts';
import { callApi, callPartner, callStaff, type InputOf, type RouteOf, type Side } from './call.ts';

const CALLS = { console: callApi, partner: callPartner, staff: callStaff } as const;

export type Watching = {
  /** Refetch interval while the tab is visible. */
  readonly refetchInterval?: number | false;
  readonly enabled?: boolean;
  /** Keeps showing the previous page while the next one loads; on by default. */
  readonly keepPrevious?: boolean;
};

export const useApi = reader('console');
export const usePartnerApi = reader('partner');
export const useStaffApi = reader('staff');

function reader(side: Side) {
  return function useRead<Shape extends EndpointShape>(
    route: RouteOf<Shape>,
    input: InputOf<Shape>,
    { refetchInterval = false, enabled = true, keepPrevious = true }: Watching = {},
  ): UseQueryResult<ReplyOf<Shape>> {
    return useQuery<ReplyOf<Shape>>({
      queryKey: [side, route, input],
      queryFn: ({ signal }) => CALLS[side]<Shape>(route, input, { signal }),
      refetchInterval,
      enabled,
      ...(keepPrevious && { placeholderData: keepPreviousData<ReplyOf<Shape>> }),
    });
  };
}

/** Refetches everything read from these routes. */
export async function readAgain(client: QueryClient, side: Side, ...routes: readonly string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === side && (routes.length === 0 || routes.includes(String(queryKey[1]))),
  });
}
