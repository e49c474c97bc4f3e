import { useCallback } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { useNotice } from '../../kit/use-notice.ts';

type After = { readonly routes: readonly string[]; readonly done: string };

/** Runs a change, refetches the routes it changed and notifies about the result. */
export function useAct(): (change: () => Promise<unknown>, after: After) => Promise<boolean> {
  const notice = useNotice();
  return useCallback(
    async (change, { routes, done }) => {
      try {
        await change();
        await readAgain(queryClient, 'console', ...routes);
        notice.done(done);
        return true;
      } catch (error) {
        notice.failed(error);
        return false;
      }
    },
    [notice],
  );
}
