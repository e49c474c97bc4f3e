import { notifications } from '@mantine/notifications';
import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { useErrorText } from '../../kit/error-text.ts';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useText } from '../../kit/text.tsx';

/** Runs a change, notifies about the result and refetches; resolves to whether it was accepted. */
export function useSenderChange() {
  const t = useText();
  const errorText = useErrorText();
  const onError = (refused: unknown) => notifications.show({ color: 'red', message: errorText(refused) });
  const { submit, isBusy, error } = useSubmit({ onError });
  const change = (act: () => Promise<unknown>, said = t('senders.act.saved')): Promise<boolean> =>
    submit(async () => {
      await act();
      await readAgain(queryClient, 'console');
      notifications.show({ message: said });
    });
  return { change, isBusy, error };
}
