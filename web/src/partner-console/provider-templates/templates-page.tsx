// The templates that the messenger keeps for the account of a sender name, and what their states mean for sending.
import { Grid, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/provider-templates.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { FilterText } from '../messages/filter-text.tsx';
import type { TemplateSearch } from './search.ts';
import { StatusMeanings } from './status-meanings.tsx';
import { type TemplateList, templateColumns } from './template-columns.tsx';
import { TemplateNotices } from './template-notices.tsx';
import { statusText } from './template-words.ts';

const route = getRouteApi('/partner-console/senders/$id/templates');
const PER_PAGE = 50;
const NO_FILTER: TemplateSearch = { q: undefined, status: undefined, tied: undefined };

const isFiltered = ({ q, status, tied }: TemplateSearch) => [q, status, tied].some((value) => value !== undefined);

export function TemplatesPage() {
  const t = useText();
  const { id } = route.useParams();
  const { q, status, tied, page = 1 } = route.useSearch();
  const { data, error, refetch } = useApi<typeof contract.listProviderTemplates>(
    'GET /senders/{id}/provider-templates',
    { params: { id: Number(id) }, query: { q, status, tied, page, perPage: PER_PAGE } },
  );
  if (data !== undefined) return <Shown id={id} list={data} />;
  return (
    <Page title={t('providerTemplates.title')} back={{ to: `/senders/${id}`, label: t('senders.name') }}>
      {error === null ? <Skeleton height={420} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

function Shown({ id, list }: { readonly id: string; readonly list: TemplateList }) {
  const t = useText();
  const filtered = isFiltered(route.useSearch());
  const { senderName, reading, total } = list;
  const isListed = reading === 'read' || reading === 'failed' || total > 0 || filtered;
  return (
    <Page
      title={t('providerTemplates.of', { name: senderName })}
      back={{ to: `/senders/${id}`, label: senderName }}
      lead={<Hint>{t('providerTemplates.lead')}</Hint>}
    >
      <TemplateNotices list={list} />
      {isListed && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Templates list={list} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <StatusMeanings />
          </Grid.Col>
        </Grid>
      )}
    </Page>
  );
}

function Templates({ list }: { readonly list: TemplateList }) {
  const t = useText();
  const navigate = route.useNavigate();
  const ask = (change: TemplateSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) });
  const filtered = isFiltered(route.useSearch());
  const { items, total, page, perPage } = list;
  return (
    <Stack gap="sm">
      <Filters list={list} isFiltered={filtered} onAsk={ask} />
      <Section title={t('providerTemplates.list', { count: total })} flush actions={<ReadAt list={list} />}>
        <RecordTable
          label={t('providerTemplates.title')}
          columns={templateColumns(t)}
          rows={items}
          rowKey={({ name, language }) => `${name} ${language}`}
          empty={<Nothing isFiltered={filtered} isRead={list.reading === 'read'} />}
        />
        {total > 0 && <Pager page={page} perPage={perPage} total={total} onPage={(to) => ask({ page: to })} />}
      </Section>
    </Stack>
  );
}

type FiltersProps = {
  readonly list: TemplateList;
  readonly isFiltered: boolean;
  readonly onAsk: (change: TemplateSearch) => void;
};

function Filters({ list: { statuses }, isFiltered, onAsk }: FiltersProps) {
  const t = useText();
  const { q, status, tied } = route.useSearch();
  const any = { value: '', label: t('providerTemplates.any') };
  return (
    <FilterBar isFiltered={isFiltered} onClear={() => onAsk(NO_FILTER)}>
      <FilterText label={t('providerTemplates.name')} value={q} width={190} onCommit={(text) => onAsk({ q: text })} />
      <NativeSelect
        label={t('providerTemplates.status')}
        value={status ?? ''}
        data={[
          any,
          ...statuses.map((one) => ({ value: one.status, label: `${statusText(t, one.status)} (${one.count})` })),
        ]}
        onChange={({ currentTarget: { value } }) => onAsk({ status: value === '' ? undefined : value })}
      />
      <NativeSelect
        label={t('providerTemplates.tied')}
        value={tied === undefined ? '' : String(tied)}
        data={[
          any,
          { value: 'true', label: t('providerTemplates.tied.yes') },
          { value: 'false', label: t('providerTemplates.tied.no') },
        ]}
        onChange={({ currentTarget: { value } }) => onAsk({ tied: value === '' ? undefined : value === 'true' })}
      />
    </FilterBar>
  );
}

function ReadAt({ list: { readAt } }: { readonly list: TemplateList }) {
  const t = useText();
  return (
    <Text size="sm" c="dimmed" component="div">
      {readAt === null ? (
        t('providerTemplates.unread')
      ) : (
        <>
          {t('providerTemplates.read')} <When at={readAt} />
        </>
      )}
    </Text>
  );
}

function Nothing({ isFiltered, isRead }: { readonly isFiltered: boolean; readonly isRead: boolean }) {
  const t = useText();
  if (isFiltered)
    return <EmptyState title={t('providerTemplates.filtered')} text={t('providerTemplates.filtered.hint')} />;
  return (
    <EmptyState
      title={t(isRead ? 'providerTemplates.none' : 'providerTemplates.noneKnown')}
      text={t(isRead ? 'providerTemplates.none.hint' : 'providerTemplates.noneKnown.hint')}
    />
  );
}
