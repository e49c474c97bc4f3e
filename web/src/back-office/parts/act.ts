import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readAgain } from '../../api/use-api.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { useText } from '../../kit/text.tsx';

export type Act = (
  work: () => Promise<unknown>,
  after: { readonly done: string; readonly routes: readonly string[] },
) => Promise<boolean>;

/** Runs a change, notifies about the result and refetches the routes it changed. */
export function useAct(): Act {
  const t = useText();
  const client = useQueryClient();
  const errorText = useErrorText();
  return useCallback(
    async (work, { done, routes }) => {
      const closeButtonProps = { 'aria-label': t('kit.close') };
      try {
        await work();
        notifications.show({ message: done, closeButtonProps });
        return true;
      } catch (error) {
        notifications.show({ color: 'red', message: errorText(error), autoClose: 10_000, closeButtonProps });
        return false;
      } finally {
        await readAgain(client, 'staff', ...routes);
      }
    },
    [t, client, errorText],
  );
}
