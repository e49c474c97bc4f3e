import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/keys.ts';
import { useState } from 'react';
import { callApi } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { readAgain } from '../../../api/use-api.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { useText } from '../../../kit/text.tsx';
import type { Key } from './shown-key.ts';
import { ShownValue, useKeyLines } from './shown-value.tsx';

export function ReissueDialog({
  secretKey: { keyId, name },
  onClose,
}: {
  readonly secretKey: Key;
  readonly onClose: () => void;
}) {
  const t = useText();
  const linesOf = useKeyLines();
  const [value, setValue] = useState<string>();
  const { submit, isBusy, error } = useSubmit();
  const reissue = () =>
    submit(async () => {
      const made = await callApi<typeof contract.reissueKey>('POST /keys/{id}/reissue', { params: { id: keyId } });
      setValue(made.value);
      await readAgain(queryClient, 'console', 'GET /keys');
    });
  const isOpen = value === undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('developers.keys.reissue.title', { name })}
      size="lg"
      closeOnEscape={isOpen}
      closeOnClickOutside={false}
      withCloseButton={isOpen}
      closeButtonProps={{ 'aria-label': t('developers.close') }}
    >
      {isOpen ? (
        <Stack>
          <Text size="sm">{t('developers.keys.reissue.effect')}</Text>
          <Text size="sm">{t('developers.keys.reissue.overlap')}</Text>
          {error !== undefined && <ErrorPanel error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('developers.cancel')}
            </Button>
            <Button color="red.8" loading={isBusy} onClick={() => void reissue()}>
              {t('developers.keys.reissue')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <ShownValue lines={linesOf(value)} onClose={onClose} />
      )}
    </Modal>
  );
}
