import { Select, TextInput } from '@mantine/core';
import type * as contract from '@volley/contract/console/keys.ts';
import { useEffect, useState } from 'react';
import { useRight } from '../../../api/session.ts';
import { useApi } from '../../../api/use-api.ts';
import { useFormat } from '../../../kit/format.ts';
import { FilterBar } from '../../../kit/table/filter-bar.tsx';
import { useText } from '../../../kit/text.tsx';
import { PERIODS, type RequestSearch, STATUS_CLASSES } from '../search.ts';

type Props = {
  readonly company: number | undefined;
  readonly search: RequestSearch;
  readonly classes: readonly { readonly statusClass: number; readonly count: number }[] | undefined;
  readonly onAsk: (change: RequestSearch) => void;
};

const NOTHING: RequestSearch = {
  status: undefined,
  key: undefined,
  code: undefined,
  path: undefined,
  request: undefined,
};

export function RequestFilters({ company, search, classes, onAsk }: Props) {
  const t = useText();
  const { number } = useFormat();
  const { status, key, code, path, request, hours = 24 } = search;
  const isFiltered = [status, key, code, path, request].some((value) => value !== undefined);
  const countOf = (name: string) => classes?.find(({ statusClass }) => String(statusClass) === name[0])?.count;
  return (
    <FilterBar isFiltered={isFiltered} onClear={() => onAsk(NOTHING)}>
      <Select
        label={t('developers.requests.period')}
        data={PERIODS.map((value) => ({ value: String(value), label: t(`developers.requests.period.${value}`) }))}
        value={String(hours)}
        onChange={(value) => onAsk({ hours: PERIODS.find((known) => String(known) === value) })}
        allowDeselect={false}
        w={190}
      />
      <Select
        label={t('developers.requests.status')}
        placeholder={t('developers.any')}
        clearable
        clearButtonProps={{ 'aria-label': t('developers.clear') }}
        data={STATUS_CLASSES.map((value) => {
          const count = status === undefined ? countOf(value) : undefined;
          const label = t(`developers.requests.status.${value}`);
          return { value, label: count === undefined ? label : `${label} · ${number(count)}` };
        })}
        value={status ?? null}
        onChange={(value) => onAsk({ status: STATUS_CLASSES.find((known) => known === value) })}
        w={200}
      />
      <KeyFilter company={company} value={key} onAsk={onAsk} />
      <Typed label={t('developers.requests.path')} value={path ?? ''} onTyped={(text) => onAsk({ path: text })} />
      <Typed
        label={t('developers.requests.code')}
        value={code === undefined ? '' : String(code)}
        onTyped={(text) => onAsk({ code: text === undefined ? undefined : Number(text) || undefined })}
      />
      <Typed label={t('developers.requests.id')} value={request ?? ''} onTyped={(text) => onAsk({ request: text })} />
    </FilterBar>
  );
}

function KeyFilter({
  company,
  value,
  onAsk,
}: {
  readonly company: number | undefined;
  readonly value: string | undefined;
  readonly onAsk: Props['onAsk'];
}) {
  const t = useText();
  const mayRead = useRight('keys.read');
  const { data } = useApi<typeof contract.listKeys>(
    'GET /keys',
    { query: { companyId: company } },
    { enabled: mayRead },
  );
  return (
    <Select
      label={t('developers.requests.key')}
      placeholder={t('developers.any')}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('developers.clear') }}
      data={(data?.items ?? []).map(({ keyId, name, prefix }) => ({
        value: keyId,
        label: `${name} · ${prefix.slice(0, 8)}…`,
      }))}
      value={value ?? null}
      onChange={(keyId) => onAsk({ key: keyId ?? undefined })}
      w={200}
    />
  );
}

type TypedProps = {
  readonly label: string;
  readonly value: string;
  readonly onTyped: (text: string | undefined) => void;
};

/** Applies on Enter or when the field loses the focus. */
function Typed({ label, value, onTyped }: TypedProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const ask = () => {
    const typed = text.trim();
    if (typed !== value) onTyped(typed === '' ? undefined : typed);
  };
  return (
    <TextInput
      label={label}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={ask}
      onKeyDown={({ key }) => key === 'Enter' && ask()}
      w={150}
    />
  );
}
