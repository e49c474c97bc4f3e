import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { ActiveBadge } from '../active-badge.tsx';
import { useCompany, useOwner, type Widget } from '../owner.tsx';
import { SideTabs } from '../side-tabs.tsx';

export function WidgetList() {
  const t = useText();
  const { root, useWidgets, useMayWrite, CompanyFilter } = useOwner();
  const { data, error, refetch } = useWidgets(useCompany());
  const create = useMayWrite() && (
    <Button component={Link} to={`${root}/widgets/new`}>
      {t('verification.widgets.new')}
    </Button>
  );
  return (
    <Page title={t('verification.widgets.title')} actions={create} lead={<Hint>{t('verification.widgets.lead')}</Hint>}>
      <SideTabs />
      <CompanyFilter />
      <Section title={t('verification.widgets.list')} flush>
        <RecordTable<Widget>
          label={t('verification.widgets.title')}
          columns={useColumns()}
          rows={data?.items}
          rowKey={({ widgetId }) => widgetId}
          error={error}
          onRetry={() => void refetch()}
          skeletonRows={4}
          empty={
            <EmptyState
              title={t('verification.widgets.empty')}
              text={t('verification.widgets.empty.text')}
              action={create}
            />
          }
        />
      </Section>
    </Page>
  );
}

function useColumns(): readonly Column<Widget>[] {
  const t = useText();
  const { root } = useOwner();
  return [
    {
      key: 'name',
      head: t('verification.name'),
      cell: ({ widgetId, name, companyName }) => (
        <>
          <Anchor component={Link} to={`${root}/widgets/${widgetId}`} fw={600} size="sm">
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
      head: t('verification.widgetId'),
      cell: ({ widgetId }) => (
        <Text size="sm" ff="monospace">
          {widgetId}
        </Text>
      ),
    },
    { key: 'kind', head: t('verification.kind'), cell: ({ kind }) => t(`verification.kind.${kind}`), wideOnly: true },
    { key: 'domains', head: t('verification.domains'), cell: ({ domains }) => domains.join(', ') },
    {
      key: 'captcha',
      head: t('verification.captcha'),
      cell: ({ captchaType }) => t(`verification.captcha.${captchaType}`),
      wideOnly: true,
    },
    { key: 'status', head: t('verification.status'), cell: ({ status }) => <ActiveBadge status={status} /> },
  ];
}
