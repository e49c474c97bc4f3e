import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { ActiveBadge } from '../active-badge.tsx';
import { codeChannelName } from '../code-channel-name.ts';
import { type Profile, useCompany, useOwner } from '../owner.tsx';
import { SideTabs } from '../side-tabs.tsx';

export function ProfileList() {
  const t = useText();
  const { root, useProfiles, useMayWrite, CompanyFilter } = useOwner();
  const { data, error, refetch } = useProfiles(useCompany());
  const create = useMayWrite() && (
    <Button component={Link} to={`${root}/profiles/new`}>
      {t('verification.profiles.new')}
    </Button>
  );
  return (
    <Page
      title={t('verification.profiles.title')}
      actions={create}
      lead={<Hint>{t('verification.profiles.lead')}</Hint>}
    >
      <SideTabs />
      <CompanyFilter />
      <Section title={t('verification.profiles.list')} flush>
        <RecordTable<Profile>
          label={t('verification.profiles.title')}
          columns={useColumns()}
          rows={data?.items}
          rowKey={({ gatewayId }) => gatewayId}
          error={error}
          onRetry={() => void refetch()}
          skeletonRows={4}
          empty={
            <EmptyState
              title={t('verification.profiles.empty')}
              text={t('verification.profiles.empty.text')}
              action={create}
            />
          }
        />
      </Section>
    </Page>
  );
}

function useColumns(): readonly Column<Profile>[] {
  const t = useText();
  const { root } = useOwner();
  return [
    {
      key: 'name',
      head: t('verification.name'),
      cell: ({ gatewayId, name, companyName }) => (
        <>
          <Anchor component={Link} to={`${root}/profiles/${gatewayId}`} fw={600} size="sm">
            {name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {companyName}
          </Text>
        </>
      ),
    },
    {
      key: 'id',
      head: t('verification.gatewayId'),
      cell: ({ gatewayId }) => (
        <Text size="sm" ff="monospace">
          {gatewayId}
        </Text>
      ),
    },
    {
      key: 'channels',
      head: t('verification.channels'),
      cell: ({ channels, fallback }) =>
        channels.map(({ channelType }) => codeChannelName(t, channelType)).join(fallback === 'LISTED' ? ' → ' : ', '),
    },
    {
      key: 'fallback',
      head: t('verification.fallback'),
      cell: ({ fallback }) => t(`verification.fallback.${fallback}`),
      wideOnly: true,
    },
    { key: 'status', head: t('verification.status'), cell: ({ status }) => <ActiveBadge status={status} /> },
  ];
}
