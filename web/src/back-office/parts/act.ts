import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readAgain } from '../../api/use-api.ts';
import { useNotice } from '../../kit/use-notice.ts';

export type Act = (
  work: () => Promise<unknown>,
  after: { readonly done: string; readonly routes: readonly string[] },
) => Promise<boolean>;

/** Runs a change, notifies about the result and refetches the routes it changed. */
export function useAct(): Act {
  const client = useQueryClient();
  const notice = useNotice();
  return useCallback(
    async (work, { done, routes }) => {
      try {
        await work();
        notice.done(done);
        return true;
      } catch (error) {
        notice.failed(error);
        return false;
      } finally {
        await readAgain(client, 'staff', ...routes);
      }
    },
    [client, notice],
  );
}
