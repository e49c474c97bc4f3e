import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Section } from '../../../kit/section.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { ListLink } from '../../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { When } from '../../../kit/when.tsx';
import type { Target } from './callback-target.ts';
import { ExampleDialog } from './example-dialog.tsx';
import { HealthStrip } from './health-strip.tsx';

type Props = {
  readonly targets: {
    readonly data: { readonly items: readonly Target[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly mayReplay: boolean;
};

export function TargetList({ targets, mayReplay }: Props) {
  const t = useText();
  const [tried, setTried] = useState<Target>();
  return (
    <Section title={t('developers.targets.title')} flush>
      <RecordTable<Target>
        label={t('developers.targets.title')}
        columns={useColumns(mayReplay ? setTried : undefined)}
        rows={targets.data?.items}
        rowKey={({ id }) => id}
        error={targets.error}
        onRetry={() => void targets.refetch()}
        skeletonRows={3}
        empty={<EmptyState title={t('developers.targets.empty')} text={t('developers.targets.empty.text')} />}
      />
      {tried !== undefined && <ExampleDialog target={tried} onClose={() => setTried(undefined)} />}
    </Section>
  );
}

function useColumns(onTry: ((target: Target) => void) | undefined): readonly Column<Target>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { key: 'host', head: t('developers.targets.address'), cell: (target) => <Address target={target} /> },
    { key: 'state', head: t('developers.targets.state'), cell: (target) => <State target={target} /> },
    { key: 'health', head: t('developers.targets.health'), cell: ({ hours }) => <HealthStrip hours={hours} /> },
    {
      key: 'waiting',
      head: t('developers.targets.waiting'),
      align: 'right',
      cell: ({ waiting }) => number(waiting),
    },
    {
      key: 'givenUp',
      head: t('developers.targets.givenUp'),
      align: 'right',
      cell: ({ givenUp }) => number(givenUp),
    },
    ...(onTry === undefined
      ? []
      : [
          {
            key: t('developers.targets.try'),
            head: '',
            align: 'right' as const,
            cell: (target: Target) => (
              <Button size="compact-sm" variant="default" onClick={() => onTry(target)}>
                {t('developers.targets.try')}
              </Button>
            ),
          },
        ]),
  ];
}

function Address({ target: { id, host, url, form, hasCredentials } }: { readonly target: Target }) {
  const t = useText();
  return (
    <Stack gap={2}>
      <ListLink to="/developers/callbacks" search={{ target: id }}>
        <Text span fw={600}>
          {host}
        </Text>
      </ListLink>
      <Text size="xs" c="dimmed" style={{ wordBreak: 'break-all' }}>
        {url}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`developers.targets.form.${form}`)}
        {hasCredentials ? ` · ${t('developers.targets.credentials')}` : ''}
      </Text>
    </Stack>
  );
}

function State({ target: { failingSince, nextTryAt } }: { readonly target: Target }) {
  const t = useText();
  if (failingSince === null) return <StatusBadge tone="good" label={t('developers.targets.fine')} />;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone="bad" label={t('developers.targets.failing')} />
      <Text size="xs" c="dimmed" component="div">
        {t('developers.targets.since')} <When at={failingSince} />
      </Text>
      {nextTryAt !== null && (
        <Text size="xs" c="dimmed" component="div">
          {t('developers.targets.next')} <When at={nextTryAt} />
        </Text>
      )}
    </Stack>
  );
}
