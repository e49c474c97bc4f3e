// A secret that is shown once. Only the open dialog holds it: not the cache, not the URL, not the page.
import { Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { useText } from '../../../kit/text.tsx';

type Line = { readonly label: string; readonly text: string };

type Props = {
  readonly lines: readonly Line[];
  readonly onClose: () => void;
};

export function ShownValue({ lines, onClose }: Props) {
  const t = useText();
  const [isSaved, setSaved] = useState(false);
  return (
    <Stack>
      <Notice tone="warn" title={t('developers.once.title')}>
        {t('developers.once.text')}
      </Notice>
      {lines.map(({ label, text }) => (
        <div key={label}>
          <Group justify="space-between" mb={4}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <CopyButton value={text} label={t('developers.copy', { what: label })} />
          </Group>
          <Code block style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
            {text}
          </Code>
        </div>
      ))}
      <Group justify="space-between">
        <Checkbox
          label={t('developers.once.saved')}
          checked={isSaved}
          onChange={({ currentTarget: { checked } }) => setSaved(checked)}
        />
        <Button disabled={!isSaved} onClick={onClose}>
          {t('developers.done')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The value, a line for the environment and a working request. */
export function useKeyLines(): (value: string) => readonly Line[] {
  const t = useText();
  return (value) => [
    { label: t('developers.keys.value'), text: value },
    { label: '.env', text: `VOLLEY_KEY=${value}` },
    { label: 'curl', text: `curl ${location.origin}/api/v1/balance -H "Authorization: Bearer ${value}"` },
  ];
}
