import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { DISPATCH_STATUSES, type DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import { useState } from 'react';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { useText } from '../../kit/text.tsx';
import { DISPATCH_ORDERS, type DispatchOrder, type DispatchSearch, isFiltered } from './dispatch-search.ts';

const TYPING_MS = 300;

type Props = { readonly search: DispatchSearch; readonly onAsk: (change: DispatchSearch) => void };

export function DispatchFilters({ search, onAsk }: Props) {
  const t = useText();
  const [name, setName] = useState(search.q ?? '');
  const askName = useDebouncedCallback((q: string) => onAsk({ q: q.trim() === '' ? undefined : q.trim() }), TYPING_MS);
  const day = (value: string) => (value === '' ? undefined : value);
  const clear = () => {
    setName('');
    onAsk({ q: undefined, status: undefined, from: undefined, to: undefined });
  };
  return (
    <FilterBar isFiltered={isFiltered(search)} onClear={clear}>
      <TextInput
        label={t('dispatches.filter.name')}
        value={name}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          askName(value);
        }}
        type="search"
        w={{ base: '100%', xs: 220 }}
      />
      <Select
        label={t('dispatches.filter.status')}
        placeholder={t('dispatches.filter.anyStatus')}
        data={DISPATCH_STATUSES.map((status) => ({ value: status, label: t(`dispatches.status.${status}`) }))}
        value={search.status ?? null}
        onChange={(status) => onAsk({ status: (status ?? undefined) as DispatchStatus | undefined })} // one of its own options
        clearable
        w={170}
      />
      <TextInput
        type="date"
        label={t('dispatches.filter.from')}
        value={search.from ?? ''}
        max={search.to}
        onChange={({ currentTarget }) => onAsk({ from: day(currentTarget.value) })}
        w={150}
      />
      <TextInput
        type="date"
        label={t('dispatches.filter.to')}
        value={search.to ?? ''}
        min={search.from}
        onChange={({ currentTarget }) => onAsk({ to: day(currentTarget.value) })}
        w={150}
      />
      <Select
        label={t('dispatches.filter.order')}
        data={DISPATCH_ORDERS.map((order) => ({ value: order, label: t(`dispatches.order.${order}`) }))}
        value={search.order ?? 'newest'}
        onChange={(order) => onAsk({ order: (order ?? undefined) as DispatchOrder | undefined })} // one of its own options
        allowDeselect={false}
        w={190}
      />
    </FilterBar>
  );
}
