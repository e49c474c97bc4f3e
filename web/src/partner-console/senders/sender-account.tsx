import { useQueryClient } from '@tanstack/react-query';
import type * as contract from '@volley/contract/console/sender-accounts.ts';
import { callApi } from '../../api/call.ts';
import { useRight } from '../../api/session.ts';
import { readAgain, useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import type { AccountKind } from '../../sender-account/account-calls.ts';
import { AccountCard } from '../../sender-account/account-card.tsx';

export function SenderAccount({ id }: { readonly id: number }) {
  const mayWrite = useRight('senders.write');
  const client = useQueryClient();
  const params = { id };
  const { data, error, refetch } = useApi<typeof contract.getSenderAccount>(
    'GET /senders/{id}/account',
    { params },
    { refetchInterval: 15_000, keepPrevious: false },
  );
  if (data === undefined) return error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const calls = {
    put: (values: Record<string, string>, protocol: AccountKind['protocol']) =>
      callApi<typeof contract.putSenderAccount>('PUT /senders/{id}/account', { params, body: { values, protocol } }),
    remove: () => callApi<typeof contract.removeSenderAccount>('DELETE /senders/{id}/account', { params }),
    onChanged: async () => {
      await refetch();
      // The page of templates may have been open before.
      await readAgain(client, 'console', 'GET /senders/{id}/provider-templates');
    },
  };
  return <AccountCard reply={data} calls={calls} mayWrite={mayWrite} />;
}
