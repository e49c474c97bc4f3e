import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Side } from '../api/call.ts';
import { readAgain } from '../api/use-api.ts';
import { useNotice } from './use-notice.ts';

type After = { readonly routes: readonly string[]; readonly done: string };
type Act = (change: () => Promise<unknown>, after: After) => Promise<boolean>;

/** Runs a change, refetches the routes that it changes, also after a failure, and notifies about the result. */
export function useAct(side: Side): Act {
  const client = useQueryClient();
  const notice = useNotice();
  return useCallback(
    async (change, { routes, done }) => {
      try {
        await change();
      } catch (error) {
        notice.failed(error);
        await readAgain(client, side, ...routes);
        return false;
      }
      await readAgain(client, side, ...routes);
      notice.done(done);
      return true;
    },
    [client, notice, side],
  );
}
