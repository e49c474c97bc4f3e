import { Checkbox, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { Notice } from '../../../kit/notice.tsx';
import { useText } from '../../../kit/text.tsx';

/** The server refuses a list without the caller's own address until the person confirms it. */
export function useGuarded() {
  const { submit, isBusy, error } = useSubmit();
  const [outside, setOutside] = useState<string>();
  const [confirmed, setConfirmed] = useState(false);
  const send = async (change: () => Promise<unknown>): Promise<boolean> => {
    let isExcluded = false;
    const isDone = await submit(async () => {
      try {
        await change();
      } catch (failure) {
        const address = excludedAddress(failure);
        if (address === undefined) throw failure;
        setOutside(address);
        isExcluded = true;
      }
    });
    return isDone && !isExcluded;
  };
  return { send, isBusy, error, outside, confirmed, setConfirmed };
}

function excludedAddress(failure: unknown): string | undefined {
  const address = failure instanceof ApiError && failure.reason === 'conflict' ? failure.facts['address'] : undefined;
  return typeof address === 'string' ? address : undefined;
}

type Props = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly address: string | undefined;
  /** The caller's address that the list excludes. */
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
