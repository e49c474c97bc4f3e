import { Button, Group, Modal, Stack } from '@mantine/core';
import type * as contract from '@volley/contract/console/keys.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { readAgain } from '../../../api/use-api.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useText } from '../../../kit/text.tsx';
import { useNotice } from '../../../kit/use-notice.ts';
import { AddressesField, useGuarded } from './addresses-field.tsx';
import { readAddresses } from './key-age.ts';
import type { Key } from './shown-key.ts';

type Props = { readonly secretKey: Key; readonly address: string | undefined; readonly onClose: () => void };

export function AddressesDialog({ secretKey: { keyId, name, allowedAddresses }, address, onClose }: Props) {
  const t = useText();
  const notice = useNotice();
  const [text, setText] = useState(allowedAddresses.join('\n'));
  const { send, isBusy, error, outside, confirmed, setConfirmed } = useGuarded();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { allowedAddresses: readAddresses(text), confirmed };
    const isDone = await send(async () => {
      await callApi<typeof contract.allowKeyAddresses>('PUT /keys/{id}/addresses', { params: { id: keyId }, body });
      await readAgain(queryClient, 'console', 'GET /keys');
    });
    if (!isDone) return;
    notice.done(t('developers.keys.addresses.done', { name }));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('developers.keys.addresses.title', { name })}
      closeButtonProps={{ 'aria-label': t('developers.close') }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <AddressesField
            value={text}
            onChange={setText}
            address={address}
            outside={outside}
            confirmed={confirmed}
            onConfirm={setConfirmed}
          />
          {error !== undefined && <ErrorPanel error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('developers.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={outside !== undefined && !confirmed}>
              {t('developers.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
