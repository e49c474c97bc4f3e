import { Modal } from '@mantine/core';
import type * as contract from '@volley/contract/console/keys.ts';
import { useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { readAgain } from '../../../api/use-api.ts';
import { useText } from '../../../kit/text.tsx';
import { type KeyDraft, KeyForm } from './key-form.tsx';
import { ShownValue, useKeyLines } from './shown-value.tsx';

type Props = {
  readonly company: number | undefined;
  readonly address: string | undefined;
  readonly onClose: () => void;
};

export function CreateKeyDialog({ company, address, onClose }: Props) {
  const t = useText();
  const linesOf = useKeyLines();
  const [value, setValue] = useState<string>();
  const create = async (body: KeyDraft) => {
    const made = await callApi<typeof contract.createKey>('POST /keys', { body });
    setValue(made.value);
    await readAgain(queryClient, 'console', 'GET /keys');
  };
  const isOpen = value === undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isOpen ? 'developers.keys.new' : 'developers.keys.made')}
      size="lg"
      // The dialog closes only by its button, so that the value is not lost by accident.
      closeOnEscape={isOpen}
      closeOnClickOutside={false}
      withCloseButton={isOpen}
      closeButtonProps={{ 'aria-label': t('developers.close') }}
    >
      {isOpen ? (
        <KeyForm company={company} address={address} onSubmit={create} onCancel={onClose} />
      ) : (
        <ShownValue lines={linesOf(value)} onClose={onClose} />
      )}
    </Modal>
  );
}
