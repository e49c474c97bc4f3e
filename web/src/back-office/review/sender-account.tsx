import type * as contract from '@volley/contract/back-office/moderation/sender-accounts.ts';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import type { AccountKind } from '../../sender-account/account-calls.ts';
import { AccountCard } from '../../sender-account/account-card.tsx';

export function SenderAccount({ id }: { readonly id: number }) {
  const [mayRead, mayWrite] = [useCapability('links.read'), useCapability('links.write')];
  const params = { id };
  const { data, error, refetch } = useStaffApi<typeof contract.getSenderAccount>(
    'GET /senders/{id}/account',
    { params },
    { enabled: mayRead, keepPrevious: false },
  );
  if (data === undefined) return error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const calls = {
    put: (values: Record<string, string>, protocol: AccountKind['protocol']) =>
      callStaff<typeof contract.putSenderAccount>('PUT /senders/{id}/account', { params, body: { values, protocol } }),
    remove: () => callStaff<typeof contract.removeSenderAccount>('DELETE /senders/{id}/account', { params }),
    onChanged: async () => void (await refetch()),
  };
  return <AccountCard reply={data} calls={calls} mayWrite={mayWrite} />;
}
