// The signed-in person, as the server reports them.

import { useQuery } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/session.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type { PartnerRight } from '@volley/domain/people/partner-role.ts';
import type { Capability } from '@volley/domain/people/staff-role.ts';
import { ApiError } from './api-error.ts';
import { callApi, setCsrfToken } from './call.ts';
import { queryClient } from './query-client.ts';

export type Session = ReplyOf<typeof contract.getSession>;

const SESSION_QUERY = {
  queryKey: ['session'] as const,
  queryFn: async (): Promise<Session | null> => {
    try {
      const session = await callApi<typeof contract.getSession>('GET /session', {});
      setCsrfToken(session.csrfToken);
      return session;
    } catch (error) {
      // The session ended while a page is open: the page stays, and its frame asks to sign in again.
      if (error instanceof ApiError && error.status === 401)
        return queryClient.getQueryData<Session>(['session']) ?? null;
      throw error;
    }
  },
  staleTime: 60_000,
};

export function findSession(): Promise<Session | null> {
  return queryClient.ensureQueryData(SESSION_QUERY);
}

/** Clears the session and every cached response. */
export async function forgetSession(): Promise<void> {
  queryClient.clear();
  await queryClient.fetchQuery({ ...SESSION_QUERY, staleTime: 0 });
}

export function useSession(): Session {
  const { data } = useQuery(SESSION_QUERY);
  if (data === undefined || data === null)
    throw new Error('useSession: no session; the route must be under a signed-in frame');
  return data;
}

export function useRight(right: PartnerRight): boolean {
  const { rights } = useSession();
  return rights.includes(right);
}

export function useCapability(capability: Capability): boolean {
  const { capabilities } = useSession();
  return capabilities.includes(capability);
}
