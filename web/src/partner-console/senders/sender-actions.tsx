// Actions allowed for the name now; the server sends them with the name.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type * as contract from '@volley/contract/partner/senders.ts';
import { callPartner } from '../../api/call.ts';
import { useRight } from '../../api/session.ts';
import { useText } from '../../kit/text.tsx';
import { CloseSender } from './close-sender.tsx';
import { EditSender } from './edit-sender.tsx';
import type { SenderDetail } from './sender-detail.ts';
import { SuspendSender } from './suspend-sender.tsx';
import { useSenderChange } from './use-sender-change.ts';

export function SenderActions({ sender }: { readonly sender: SenderDetail }) {
  const t = useText();
  const mayWrite = useRight('senders.write');
  const [isSuspending, suspending] = useDisclosure(false);
  const [isClosing, closing] = useDisclosure(false);
  const [isEditing, editing] = useDisclosure(false);
  const { change, isBusy } = useSenderChange();
  if (!mayWrite) return null;
  const { actions, id } = sender;
  const params = { id };
  const unsuspend = () =>
    change(() => callPartner<typeof contract.unsuspendSender>('POST /senders/{id}/unsuspend', { params }));
  const keepOpen = () =>
    change(() => callPartner<typeof contract.updateSender>('PUT /senders/{id}', { params, body: { dateTo: null } }));
  const canEdit = actions.edit.some((field) => field !== 'dateTo');
  return (
    <>
      {canEdit && (
        <Button variant={sender.turn === 'partner' ? 'filled' : 'default'} onClick={editing.open}>
          {t('senders.act.edit')}
        </Button>
      )}
      {actions.suspend && (
        <Button variant="default" onClick={suspending.open}>
          {t('senders.act.suspend')}
        </Button>
      )}
      {actions.unsuspend && (
        <Button loading={isBusy} onClick={() => void unsuspend()}>
          {t('senders.act.unsuspend')}
        </Button>
      )}
      {actions.close && (
        <Button variant="default" onClick={closing.open}>
          {t('senders.act.close')}
        </Button>
      )}
      {actions.keepOpen && (
        <Button variant="default" loading={isBusy} onClick={() => void keepOpen()}>
          {t('senders.act.keepOpen')}
        </Button>
      )}
      <SuspendSender sender={sender} isOpen={isSuspending} onClose={suspending.close} />
      <CloseSender sender={sender} isOpen={isClosing} onClose={closing.close} />
      <EditSender sender={sender} isOpen={isEditing} onClose={editing.close} />
    </>
  );
}
