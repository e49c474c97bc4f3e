import { Select } from '@mantine/core';
import type * as contract from '@volley/contract/partner/companies.ts';
import { usePartnerApi } from '../../api/use-api.ts';

const COMPANIES_MAX = 1_000;

type Props = {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: number | undefined;
  readonly onPick: (company: number | undefined) => void;
  readonly required?: boolean;
  readonly clearLabel?: string;
  readonly error?: string | undefined;
};

export function CompanyChoice({ label, placeholder, value, onPick, required = false, clearLabel, error }: Props) {
  const { data } = usePartnerApi<typeof contract.listCompanies>('GET /company', { query: { per_page: COMPANIES_MAX } });
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={(data?.items ?? []).map(({ companyId, name }) => ({ value: String(companyId), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(picked) => onPick(picked === null ? undefined : Number(picked))}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': clearLabel }}
      withAsterisk={required}
      error={error}
      miw={220}
    />
  );
}
