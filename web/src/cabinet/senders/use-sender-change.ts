import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { useText } from '../../kit/text.tsx';

/** Runs a change, tells how it went and reads again what it touched; true when it was accepted. */
export function useSenderChange() {
  const t = useText();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const change = async (act: () => Promise<unknown>, said = t('senders.act.saved')): Promise<boolean> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await act();
      await readAgain(queryClient, 'console');
      notifications.show({ message: said });
      return true;
    } catch (refused) {
      setError(refused);
      notifications.show({ color: 'red', message: errorText(refused) });
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { change, isBusy, error };
}
