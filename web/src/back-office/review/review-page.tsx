import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { Page } from '../../kit/page.tsx';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { useText } from '../../kit/text.tsx';
import { STATUS_TEXT } from '../parts/sender-status.tsx';
import { ReviewBoard } from './review-board.tsx';
import { type ReviewSearch, reviewSearch } from './review-search.ts';
import { ReviewTable } from './review-table.tsx';

const route = getRouteApi('/back-office/bo/senders');

export function ReviewPage() {
  const t = useText();
  const search: ReviewSearch = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: { readonly [Name in keyof ReviewSearch]?: ReviewSearch[Name] | undefined }) =>
    void navigate({ search: reviewSearch({ ...search, page: undefined, ...change }) });
  const view = search.view ?? 'board';
  return (
    <Page
      title={t('backOffice.nav.senders')}
      actions={
        <SegmentedControl
          aria-label={t('backOffice.view')}
          value={view}
          onChange={(chosen) => go({ view: chosen === 'table' ? 'table' : undefined, status: undefined })}
          data={[
            { value: 'board', label: t('backOffice.view.board') },
            { value: 'table', label: t('backOffice.view.table') },
          ]}
        />
      }
    >
      <Filters search={search} withStatus={view === 'table'} go={go} />
      {view === 'board' ? (
        <ReviewBoard search={search} />
      ) : (
        <ReviewTable search={search} onPage={(page) => go({ page })} />
      )}
    </Page>
  );
}

type FiltersProps = {
  readonly search: ReviewSearch;
  readonly withStatus: boolean;
  readonly go: (change: { readonly [Name in keyof ReviewSearch]?: ReviewSearch[Name] | undefined }) => void;
};

function Filters({ search, withStatus, go }: FiltersProps) {
  const t = useText();
  const { name, brand, status, company } = search;
  const findName = useDebouncedCallback((value: string) => go({ name: value === '' ? undefined : value }), 300);
  return (
    <FilterBar
      isFiltered={[name, brand, status, company].some((value) => value !== undefined)}
      onClear={() => go({ name: undefined, brand: undefined, status: undefined, company: undefined })}
    >
      <TextInput
        key={name === undefined ? 'empty' : 'filled'}
        label={t('backOffice.filter.name')}
        defaultValue={name ?? ''}
        onChange={(event) => findName(event.currentTarget.value)}
      />
      <Select
        label={t('backOffice.column.operator')}
        placeholder={t('backOffice.filter.any')}
        clearable
        data={BRANDS.map((value) => ({ value, label: operatorName(t, value) }))}
        value={brand ?? null}
        onChange={(value) => go({ brand: BRANDS.find((one) => one === value) })}
        w={150}
      />
      {withStatus && (
        <Select
          label={t('backOffice.column.status')}
          placeholder={t('backOffice.filter.any')}
          clearable
          data={SENDER_STATUSES.map((value) => ({ value, label: t(STATUS_TEXT[value]) }))}
          value={status ?? null}
          onChange={(value) => go({ status: SENDER_STATUSES.find((one) => one === value) })}
          w={200}
        />
      )}
    </FilterBar>
  );
}
