import { NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type * as contract from '@volley/contract/back-office/money/margin.ts';
import { MARGIN_DIMENSIONS } from '@volley/domain/money/margin.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { channelName } from '../../kit/operator-name.ts';
import { FilterBar } from '../../kit/table/filter-bar.tsx';
import { useText } from '../../kit/text.tsx';
import { periodOf, type Search } from './margin-period.ts';

export type Go = (change: { readonly [Name in keyof Search]?: Search[Name] | undefined }) => void;

type Props = {
  readonly search: Search;
  readonly go: Go;
  readonly links: readonly { readonly linkId: number; readonly name: string }[];
};

export function MarginFilters({ search, go, links }: Props) {
  const t = useText();
  const { by = 'day', link, company, channel } = search;
  const findCompany = useDebouncedCallback(
    (value: number | string) => go({ company: typeof value === 'number' && value > 0 ? value : undefined }),
    300,
  );
  const clear = { from: undefined, to: undefined, link: undefined, company: undefined, channel: undefined };
  return (
    <Stack gap="sm" align="flex-start">
      <SegmentedControl
        aria-label={t('backOffice.margin.by')}
        data={MARGIN_DIMENSIONS.map((value) => ({ value, label: t(`backOffice.margin.by.${value}`) }))}
        value={by}
        onChange={(value) => go({ by: MARGIN_DIMENSIONS.find((one) => one === value) })}
      />
      <FilterBar isFiltered={Object.keys(clear).some((name) => Object.hasOwn(search, name))} onClear={() => go(clear)}>
        <Days search={search} go={go} />
        <Select
          label={t('backOffice.margin.by.channel')}
          placeholder={t('backOffice.filter.any')}
          clearable
          data={CHANNEL_TYPES.map((value) => ({ value, label: channelName(t, value) }))}
          value={channel ?? null}
          onChange={(value) => go({ channel: CHANNEL_TYPES.find((one) => one === value) })}
          w={160}
        />
        <Select
          label={t('backOffice.margin.by.link')}
          placeholder={t('backOffice.filter.any')}
          clearable
          searchable
          data={links.map(({ linkId, name }) => ({ value: String(linkId), label: name }))}
          value={link === undefined ? null : String(link)}
          onChange={(value) => go({ link: value === null ? undefined : Number(value) })}
          w={180}
        />
        <NumberInput
          key={company ?? 'empty'}
          label={t('backOffice.wallet.company')}
          defaultValue={company ?? ''}
          onChange={findCompany}
          min={1}
          allowDecimal={false}
          w={140}
        />
        <ReportCurrency search={search} go={go} />
      </FilterBar>
    </Stack>
  );
}

function Days({ search, go }: Pick<Props, 'search' | 'go'>) {
  const t = useText();
  const period = periodOf(search);
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      label={t(`backOffice.audit.${name}`)}
      value={period[name]}
      onChange={(event) => go({ [name]: event.currentTarget.value === '' ? undefined : event.currentTarget.value })}
    />
  ));
}

/** Currencies with a rate, and that of the price lists. */
function ReportCurrency({ search: { currency = 'RUB' }, go }: Pick<Props, 'search' | 'go'>) {
  const t = useText();
  const { data } = useStaffApi<typeof contract.listExchangeRates>('GET /exchange-rates', {});
  const known = new Set(['RUB', currency, ...(data?.items ?? []).flatMap((rate) => [rate.currency, rate.base])]);
  return (
    <Select
      label={t('backOffice.margin.currency')}
      allowDeselect={false}
      data={[...known].toSorted((one, other) => one.localeCompare(other))}
      value={currency}
      onChange={(value) => go({ currency: value === null || value === 'RUB' ? undefined : value })}
      w={110}
    />
  );
}
