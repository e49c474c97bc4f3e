import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import type * as contract from '@volley/contract/partner/senders.ts';
import { useState } from 'react';
import { callPartner } from '../../api/call.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { useText } from '../../kit/text.tsx';
import type { SenderDetail } from './sender-detail.ts';
import { useSenderChange } from './use-sender-change.ts';

export type DialogProps = { readonly sender: SenderDetail; readonly isOpen: boolean; readonly onClose: () => void };

export function SuspendSender({ sender, isOpen, onClose }: DialogProps) {
  const t = useText();
  const { id, senderName: name, brand, runningDispatches } = sender;
  const [reason, setReason] = useState('');
  const { change, isBusy } = useSenderChange();
  const suspend = async () => {
    const body = reason.trim() === '' ? {} : { reason: reason.trim() };
    const act = () =>
      callPartner<typeof contract.suspendSender>('POST /senders/{id}/suspend', { params: { id }, body });
    if (await change(act)) onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
      title={t('senders.suspend.title', { name, brand: operatorName(t, brand) })}
    >
      <Stack gap="md">
        <Text size="sm">{t('senders.suspend.effect')}</Text>
        <Text size="sm" fw={600}>
          {t('senders.page.running', { count: runningDispatches })}
        </Text>
        <Textarea
          label={t('senders.suspend.reason')}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <DialogButtons act={t('senders.act.suspend')} isBusy={isBusy} onAct={() => void suspend()} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

type ButtonsProps = {
  readonly act: string;
  readonly isBusy: boolean;
  readonly isDanger?: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
};

export function DialogButtons({ act, isBusy, isDanger = false, onAct, onClose }: ButtonsProps) {
  const t = useText();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {t('senders.act.cancel')}
      </Button>
      <Button loading={isBusy} onClick={onAct} {...(isDanger && { color: 'red.8' })}>
        {act}
      </Button>
    </Group>
  );
}
