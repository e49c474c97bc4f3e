import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as contract from '@volley/contract/partner/companies.ts';
import { useSession } from '../../api/session.ts';
import { usePartnerApi } from '../../api/use-api.ts';
import { useText } from '../../kit/text.tsx';

/** More companies than fit a menu are found by search. */
const COMPANIES_MAX = 1_000;

/** The company that the pages show. It is part of the URL, so a shared link shows the same. */
export function CompanySwitch({ onChosen }: { readonly onChosen?: () => void }) {
  const t = useText();
  const { companies: count } = useSession();
  const navigate = useNavigate();
  // Any page of the partner console; the frame validated the number.
  const { company } = useSearch({ strict: false }) as { company?: number };
  const { data } = usePartnerApi<typeof contract.listCompanies>('GET /company', { query: { per_page: COMPANIES_MAX } });
  if (count < 2 && company === undefined) return null;
  const options = (data?.items ?? []).map(({ companyId, name }) => ({ value: String(companyId), label: name }));
  const chosen = company === undefined ? null : String(company);
  if (chosen !== null && !options.some(({ value }) => value === chosen))
    options.push({ value: chosen, label: `#${chosen}` });
  const choose = (value: string | null) => {
    const search = (before: Record<string, unknown>) => ({
      ...before,
      company: value === null ? undefined : Number(value),
      page: undefined,
    });
    // Only the search changes; every page of the partner console has `company`.
    void navigate({ to: '.', search: search as unknown as true });
    onChosen?.();
  };
  return (
    <NativeSelect
      aria-label={t('shell.company.label')}
      data={[{ value: '', label: t('shell.company.all') }, ...options]}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value === '' ? null : currentTarget.value)}
      w={{ base: '100%', sm: 220 }}
      size="sm"
    />
  );
}
