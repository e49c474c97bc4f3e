import { queryClient } from '../../api/query-client.ts';
import { readAgain } from '../../api/use-api.ts';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useText } from '../../kit/text.tsx';
import { useNotice } from '../../kit/use-notice.ts';

/** Runs a change, notifies about the result and refetches; resolves to whether it was accepted. */
export function useSenderChange() {
  const t = useText();
  const notice = useNotice();
  const { submit, isBusy, error } = useSubmit({ onError: notice.failed });
  const change = (act: () => Promise<unknown>, said = t('senders.act.saved')): Promise<boolean> =>
    submit(async () => {
      await act();
      await readAgain(queryClient, 'console');
      notice.done(said);
    });
  return { change, isBusy, error };
}
