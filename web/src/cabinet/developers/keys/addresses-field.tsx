import { Checkbox, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { Notice } from '../../../kit/notice.tsx';
import { useText } from '../../../kit/text.tsx';

/** The server refuses a list that leaves out the address it was set from, until one says that it is meant so. */
export function useGuarded() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [outside, setOutside] = useState<string>();
  const [confirmed, setConfirmed] = useState(false);
  const send = async (change: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      await change();
      return true;
    } catch (failure) {
      const address =
        failure instanceof ApiError && failure.reason === 'conflict' ? failure.facts['address'] : undefined;
      if (typeof address === 'string') setOutside(address);
      else setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, error, outside, confirmed, setConfirmed };
}

type Props = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly address: string | undefined;
  /** The address that the list leaves out. */
  readonly outside: string | undefined;
  readonly confirmed: boolean;
  readonly onConfirm: (confirmed: boolean) => void;
};

export function AddressesField({ value, onChange, address, outside, confirmed, onConfirm }: Props) {
  const t = useText();
  return (
    <Stack gap="xs">
      <Textarea
        label={t('developers.keys.addresses')}
        description={t('developers.keys.addresses.hint', { address: address ?? '—' })}
        autosize
        minRows={2}
        maxRows={10}
        placeholder={'203.0.113.7\n198.51.100.0/24'}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {outside !== undefined && (
        <Notice tone="warn" role="alert" title={t('developers.keys.outside.title', { address: outside })}>
          <Checkbox
            mt={4}
            label={t('developers.keys.outside.confirm')}
            checked={confirmed}
            onChange={({ currentTarget: { checked } }) => onConfirm(checked)}
          />
        </Notice>
      )}
    </Stack>
  );
}
