import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { useFormat } from '../../../kit/format.ts';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import type { Column } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { When } from '../../../kit/when.tsx';
import type { LoggedRequest } from './logged-request.ts';

export function useRequestColumns(): readonly Column<LoggedRequest>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { key: 'at', head: t('developers.requests.at'), cell: ({ at }) => <When at={at} as="log" /> },
    {
      key: 'route',
      head: t('developers.requests.route'),
      cell: ({ method, route, warnings }) => (
        <Stack gap={0}>
          <Text size="sm" ff="monospace">
            {method} {route}
          </Text>
          {warnings !== null && (
            <Text size="xs" c="dimmed">
              {warnings}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'status',
      head: t('developers.requests.status'),
      cell: ({ status, errorCode }) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge tone={toneOf(status)} label={String(status)} />
          {errorCode !== null && <ErrorLink code={errorCode} />}
        </Stack>
      ),
    },
    {
      key: 'ms',
      head: t('developers.ms'),
      align: 'right',
      cell: ({ ms }) => t('developers.ms.value', { ms: number(ms) }),
    },
    {
      key: 'key',
      head: t('developers.requests.key'),
      cell: ({ keyPrefix, address }) => (
        <Stack gap={0}>
          <Text size="sm" ff={keyPrefix === null ? undefined : 'monospace'}>
            {keyPrefix === null ? t('developers.requests.token') : `${keyPrefix}…`}
          </Text>
          <Text size="xs" c="dimmed">
            {address}
          </Text>
        </Stack>
      ),
    },
    { key: 'id', head: t('developers.requests.id'), cell: ({ requestId }) => <CopyButton value={requestId} /> },
  ];
}

/** Links to the page of the code. */
export function ErrorLink({ code }: { readonly code: number }) {
  return (
    <Anchor component={Link} to={`/errors/api/${code}`} size="sm">
      {code}
    </Anchor>
  );
}

function toneOf(status: number): 'good' | 'warn' | 'bad' {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}
