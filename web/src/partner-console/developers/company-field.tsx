import { Select } from '@mantine/core';
import type * as contract from '@volley/contract/partner/companies.ts';
import { usePartnerApi } from '../../api/use-api.ts';
import { useText } from '../../kit/text.tsx';

const COMPANIES_MAX = 1_000;
const SHOWN_MAX = 60;

export type CompanyOption = { readonly companyId: number; readonly name: string };

export function useCompanies(): readonly CompanyOption[] | undefined {
  const { data } = usePartnerApi<typeof contract.listCompanies>('GET /company', { query: { per_page: COMPANIES_MAX } });
  return data?.items;
}

type Props = {
  readonly companies: readonly CompanyOption[];
  readonly value: number | undefined;
  readonly onChange: (companyId: number) => void;
};

export function CompanyField({ companies, value, onChange }: Props) {
  const t = useText();
  return (
    <Select
      label={t('developers.company')}
      data={companies.map(({ companyId, name }) => ({ value: String(companyId), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      searchable
      limit={SHOWN_MAX}
      allowDeselect={false}
      nothingFoundMessage={t('developers.company.none')}
      required
      maw={360}
    />
  );
}
