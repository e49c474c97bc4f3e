import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/callbacks.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useApi } from '../../../api/use-api.ts';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Section } from '../../../kit/section.tsx';
import { FilterBar } from '../../../kit/table/filter-bar.tsx';
import { ListLink } from '../../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { When } from '../../../kit/when.tsx';
import { type CallbackSearch, DELIVERY_STATES } from '../search.ts';
import type { Target } from './callback-target.ts';
import { DeliveryState, useAnswer } from './delivery-state.tsx';

type Delivery = ReplyOf<typeof contract.listCallbackDeliveries>['items'][number];

const REFRESH_MS = 10_000;
const route = getRouteApi('/partner-console/developers/callbacks');

type Props = {
  readonly company: number | undefined;
  readonly search: CallbackSearch;
  readonly targets: readonly Target[];
};

export function DeliveryList({ company, search, targets }: Props) {
  const t = useText();
  const navigate = route.useNavigate();
  const { target, state, before } = search;
  const isFiltered = target !== undefined || state !== undefined;
  const query = { companyId: company, targetId: target, state, before };
  const { data, error, refetch } = useApi<typeof contract.listCallbackDeliveries>(
    'GET /callbacks/deliveries',
    { query },
    { refetchInterval: before === undefined ? REFRESH_MS : false },
  );
  const ask = (change: CallbackSearch) =>
    void navigate({ search: (known) => ({ ...known, before: undefined, ...change }) });
  const next = data?.next ?? undefined;
  return (
    <Section title={t('developers.deliveries.title')} flush>
      <Stack gap="sm">
        <Group px="md">
          <Filters search={search} targets={targets} onAsk={ask} />
        </Group>
        <RecordTable<Delivery>
          label={t('developers.deliveries.title')}
          columns={useColumns()}
          rows={data?.items}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <EmptyState
              title={t(isFiltered ? 'developers.deliveries.filtered' : 'developers.deliveries.empty')}
              text={t(isFiltered ? 'developers.deliveries.filtered.text' : 'developers.deliveries.empty.text')}
            />
          }
        />
        <Group px="md" pb="md" justify="flex-end">
          {before !== undefined && (
            <Button variant="default" size="sm" onClick={() => ask({})}>
              {t('developers.newest')}
            </Button>
          )}
          {next !== undefined && (
            <Button variant="default" size="sm" onClick={() => ask({ before: next })}>
              {t('developers.older')}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}

type FiltersProps = Omit<Props, 'company'> & { readonly onAsk: (change: CallbackSearch) => void };

function Filters({ search: { target, state }, targets, onAsk }: FiltersProps) {
  const t = useText();
  const isFiltered = target !== undefined || state !== undefined;
  return (
    <FilterBar isFiltered={isFiltered} onClear={() => onAsk({ target: undefined, state: undefined })}>
      <Select
        label={t('developers.deliveries.state')}
        placeholder={t('developers.any')}
        clearable
        clearButtonProps={{ 'aria-label': t('developers.clear') }}
        data={DELIVERY_STATES.map((value) => ({ value, label: t(`developers.delivery.state.${value}`) }))}
        value={state ?? null}
        onChange={(value) => onAsk({ state: DELIVERY_STATES.find((known) => known === value) })}
      />
      <Select
        label={t('developers.targets.address')}
        placeholder={t('developers.any')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('developers.clear') }}
        data={targets.map(({ id, url }) => ({ value: String(id), label: url }))}
        value={target === undefined ? null : String(target)}
        onChange={(value) => onAsk({ target: value === null ? undefined : Number(value) })}
        w={320}
        maw="100%"
      />
    </FilterBar>
  );
}

function useColumns(): readonly Column<Delivery>[] {
  const t = useText();
  const { number } = useFormat();
  const answer = useAnswer();
  return [
    {
      key: 'at',
      head: t('developers.deliveries.at'),
      cell: ({ at }) => <When at={at} as="log" />,
    },
    {
      key: 'open',
      head: t('developers.delivery.request'),
      cell: ({ id }) => (
        <ListLink to={`/developers/callbacks/${id}`}>{t('developers.deliveries.open', { id: String(id) })}</ListLink>
      ),
    },
    {
      key: 'events',
      head: t('developers.deliveries.events'),
      cell: ({ kinds, events }) => (
        <Stack gap={0}>
          <Text size="sm">{kinds.length === 0 ? '—' : kinds.join(', ')}</Text>
          <Text size="xs" c="dimmed">
            {t('developers.deliveries.count', { count: events })}
          </Text>
        </Stack>
      ),
    },
    { key: 'host', head: t('developers.targets.address'), cell: ({ host }) => host },
    { key: 'state', head: t('developers.deliveries.state'), cell: ({ state }) => <DeliveryState state={state} /> },
    {
      key: 'attempt',
      head: t('developers.deliveries.attempt'),
      align: 'right',
      cell: ({ attempt }) => number(attempt),
    },
    { key: 'answer', head: t('developers.deliveries.answer'), align: 'right', cell: (row) => answer(row) },
    {
      key: 'ms',
      head: t('developers.ms'),
      align: 'right',
      cell: ({ ms }) => t('developers.ms.value', { ms: number(ms) }),
    },
  ];
}
