import { Modal, Stack, Text, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/partner/senders.ts';
import { useState } from 'react';
import { callPartner } from '../../api/call.ts';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { useText } from '../../kit/text.tsx';
import { endOf, isLastDayFine, lastDayOf, moscowToday } from './sender-dates.ts';
import { DialogButtons, type DialogProps } from './suspend-sender.tsx';
import { useSenderChange } from './use-sender-change.ts';

export function CloseSender({ sender, isOpen, onClose }: DialogProps) {
  const t = useText();
  const { date } = useFormat();
  const { id, senderName: name, brand, dateFrom } = sender;
  const [lastDay, setLastDay] = useState(moscowToday);
  const { change, isBusy } = useSenderChange();
  const isFine = isLastDayFine(lastDay, dateFrom);
  const close = async () => {
    if (!isFine) return;
    const dateTo = endOf(lastDay);
    const said = t('senders.close.done', { date: date(lastDayOf(dateTo)) });
    const act = () =>
      callPartner<typeof contract.updateSender>('PUT /senders/{id}', { params: { id }, body: { dateTo } });
    if (await change(act, said)) onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
      title={t('senders.close.title', { name, brand: operatorName(t, brand) })}
    >
      <Stack gap="md">
        <Text size="sm">{t('senders.close.effect')}</Text>
        <TextInput
          type="date"
          label={t('senders.close.date')}
          required
          min={moscowToday()}
          value={lastDay}
          error={isFine ? null : t('senders.close.date.wrong')}
          onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
        />
        <DialogButtons
          act={t('senders.act.close')}
          isBusy={isBusy}
          isDanger
          onAct={() => void close()}
          onClose={onClose}
        />
      </Stack>
    </Modal>
  );
}
