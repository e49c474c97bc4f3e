import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/keys.ts';
import { callApi } from '../../../api/call.ts';
import { confirmAction } from '../../../kit/dialog/confirm-action.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { ListLink } from '../../../kit/table/list-link.tsx';
import type { Column } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { useAct } from '../../../kit/use-act.ts';
import { When } from '../../../kit/when.tsx';
import { isIdle } from './key-age.ts';
import type { Key } from './shown-key.ts';

type Options = {
  readonly mayWrite: boolean;
  readonly onOpen: (what: 'addresses' | 'reissue', key: Key) => void;
};

export function useKeyColumns({ mayWrite, onOpen }: Options): readonly Column<Key>[] {
  const t = useText();
  return [
    { key: 'name', head: t('developers.keys.name'), cell: (key) => <Name secretKey={key} /> },
    { key: 'type', head: t('developers.keys.type'), cell: ({ type }) => <Text size="sm">{type}</Text> },
    { key: 'used', head: t('developers.keys.used'), cell: (key) => <LastUse secretKey={key} /> },
    {
      key: 'addresses',
      head: t('developers.keys.addresses'),
      cell: ({ allowedAddresses }) => <Addresses all={allowedAddresses} />,
    },
    {
      key: 'status',
      head: t('developers.keys.status'),
      cell: ({ status }) => (
        <StatusBadge tone={status === 'ACTIVE' ? 'good' : 'neutral'} label={t(`developers.keys.status.${status}`)} />
      ),
    },
    ...(mayWrite
      ? [
          {
            key: t('developers.keys.actions'),
            head: '',
            cell: (key: Key) => <Actions secretKey={key} onOpen={onOpen} />,
          },
        ]
      : []),
  ];
}

function Name({ secretKey: { name, prefix, lastFour, companyName, trafficCenterName } }: { readonly secretKey: Key }) {
  return (
    <Stack gap={2}>
      <Text fw={600}>{name}</Text>
      <Code>
        {prefix}…{lastFour ?? ''}
      </Code>
      <Text size="xs" c="dimmed">
        {companyName} · {trafficCenterName}
      </Text>
    </Stack>
  );
}

function LastUse({ secretKey }: { readonly secretKey: Key }) {
  const t = useText();
  const { keyId, lastUsedAt, lastUsedAddress, lastUsedRoute, status } = secretKey;
  return (
    <Stack gap={2} align="flex-start">
      {lastUsedAt === null ? (
        <Text size="sm">{t('developers.keys.never')}</Text>
      ) : (
        <>
          <Text size="sm" component="div">
            <When at={lastUsedAt} />
          </Text>
          <Text size="xs" c="dimmed">
            {lastUsedAddress} · {lastUsedRoute}
          </Text>
          <Text size="sm" lh={1.8}>
            <ListLink to="/developers/requests" search={{ key: keyId }}>
              {t('developers.keys.requests')}
            </ListLink>
          </Text>
        </>
      )}
      {status === 'ACTIVE' && isIdle(secretKey, Date.now()) && (
        <StatusBadge tone="warn" label={t('developers.keys.idle')} />
      )}
    </Stack>
  );
}

function Addresses({ all }: { readonly all: readonly string[] }) {
  const t = useText();
  if (all.length === 0) return <Text size="sm">{t('developers.keys.anywhere')}</Text>;
  return (
    <Stack gap={2}>
      {all.slice(0, 3).map((address) => (
        <Text size="sm" key={address} ff="monospace">
          {address}
        </Text>
      ))}
      {all.length > 3 && (
        <Text size="xs" c="dimmed">
          {t('developers.keys.addresses.more', { count: all.length - 3 })}
        </Text>
      )}
    </Stack>
  );
}

function Actions({ secretKey, onOpen }: { readonly secretKey: Key; readonly onOpen: Options['onOpen'] }) {
  const t = useText();
  const act = useAct('console');
  const { name, keyId, status } = secretKey;
  const end = async () => {
    const confirmed = await confirmAction({
      title: t('developers.keys.end.title', { name }),
      effect: t('developers.keys.end.effect'),
      confirm: t('developers.keys.end'),
      cancel: t('developers.cancel'),
      danger: true,
    });
    if (!confirmed) return;
    const change = () =>
      callApi<typeof contract.deactivateKey>('POST /keys/{id}/deactivate', { params: { id: keyId } });
    await act(change, { routes: ['GET /keys'], done: t('developers.keys.end.done', { name }) });
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="default" onClick={() => onOpen('addresses', secretKey)}>
        {t('developers.keys.addresses.edit')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onOpen('reissue', secretKey)}>
        {t('developers.keys.reissue')}
      </Button>
      {status === 'ACTIVE' && (
        <Button size="compact-sm" variant="default" onClick={() => void end()}>
          {t('developers.keys.end')}
        </Button>
      )}
    </Group>
  );
}
