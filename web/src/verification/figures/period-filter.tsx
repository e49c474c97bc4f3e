import { Group, SegmentedControl, Select } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import { useGo, useOwner } from '../owner.tsx';
import { PERIODS, type Period } from '../search.ts';

type Choice = { readonly value: string; readonly label: string };

type Props = {
  readonly days: Period;
  /** The profile or widget that the figures belong to; undefined: all. */
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  readonly name: 'gateway' | 'widget';
};

/** Period, company, and one profile or widget. */
export function PeriodFilter({ days, chosen, choices, name }: Props) {
  const t = useText();
  const go = useGo();
  const { CompanyFilter } = useOwner();
  return (
    <Group gap="sm" align="flex-end" role="search">
      <SegmentedControl
        aria-label={t('verification.period')}
        value={String(days)}
        onChange={(value) => go.search({ days: Number(value) })}
        data={PERIODS.map((period) => ({
          value: String(period),
          label: t('verification.period.days', { days: period }),
        }))}
      />
      <CompanyFilter />
      <Select
        aria-label={t(`verification.filter.${name}`)}
        placeholder={t(`verification.filter.${name}`)}
        data={[...choices]}
        value={chosen ?? null}
        onChange={(value) => go.search({ [name]: value ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t('verification.clear') }}
        searchable
        w={240}
      />
    </Group>
  );
}
