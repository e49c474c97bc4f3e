import { Modal, Select, Stack, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/partner/senders.ts';
import { COMMON_TYPES, senderNameFault } from '@volley/domain/senders/sender-name.ts';
import { CHANNELS } from '@volley/domain/sending/channel.ts';
import { useState } from 'react';
import { callPartner } from '../../api/call.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useText } from '../../kit/text.tsx';
import { DocumentChoice } from './document-choice.tsx';
import { DialogButtons, type DialogProps } from './suspend-sender.tsx';
import { useSenderChange } from './use-sender-change.ts';

export function EditSender({ sender, isOpen, onClose }: DialogProps) {
  const t = useText();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
      title={t('senders.edit.title')}
      size="lg"
    >
      <EditForm sender={sender} onClose={onClose} />
    </Modal>
  );
}

/** Shows only fields that can change in this status, and sends only changed ones. */
function EditForm({ sender, onClose }: Omit<DialogProps, 'isOpen'>) {
  const t = useText();
  const before = sender.documents.map(({ id }) => id);
  const [senderName, setSenderName] = useState(sender.senderName);
  const [commonType, setCommonType] = useState(sender.commonType);
  const [documentIds, setDocumentIds] = useState(before);
  const { change, isBusy, error } = useSenderChange();
  const mayEdit = (field: (typeof sender.actions.edit)[number]) => sender.actions.edit.includes(field);
  const fault = senderNameFault(senderName, sender.channelType, sender.brand);
  const max = CHANNELS[sender.channelType].senderNameLengthMax;
  const save = async () => {
    if (fault !== undefined) return;
    const body = {
      ...(senderName !== sender.senderName && { senderName }),
      ...(commonType !== sender.commonType && { commonType }),
      ...(documentIds.toSorted().join() !== before.toSorted().join() && { documentIds }),
    };
    const act = () =>
      callPartner<typeof contract.updateSender>('PUT /senders/{id}', { params: { id: sender.id }, body });
    if (await change(act)) onClose();
  };
  return (
    <Stack gap="md">
      {mayEdit('senderName') && (
        <TextInput
          label={t('senders.form.name')}
          value={senderName}
          error={fault && t(`senders.form.fault.${fault}`, { max })}
          onChange={({ currentTarget }) => setSenderName(currentTarget.value)}
        />
      )}
      {mayEdit('commonType') && (
        <Select
          label={t('senders.form.type')}
          allowDeselect={false}
          value={commonType}
          data={COMMON_TYPES.map((value) => ({ value, label: t(`kit.purpose.${value}`) }))}
          onChange={(value) => value !== null && setCommonType(value)}
        />
      )}
      {mayEdit('documentIds') && (
        <DocumentChoice
          companyId={sender.companyId}
          chosen={documentIds}
          isRequired={commonType === 'PROMO'}
          onChange={setDocumentIds}
        />
      )}
      {error !== undefined && <ErrorPanel error={error} />}
      <DialogButtons act={t('senders.act.save')} isBusy={isBusy} onAct={() => void save()} onClose={onClose} />
    </Stack>
  );
}
