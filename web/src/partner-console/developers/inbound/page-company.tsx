import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { useText } from '../../../kit/text.tsx';
import { CompanyField, useCompanies } from '../company-field.tsx';

/** These pages show one company: the chosen one, or the first. */
export function WithCompany({ children }: { readonly children: (companyId: number) => ReactNode }) {
  const t = useText();
  const navigate = useNavigate();
  const companies = useCompanies();
  // Any page of the partner console; the frame validated the number.
  const { company } = useSearch({ strict: false }) as { company?: number };
  const companyId = company ?? companies?.[0]?.companyId;
  const choose = (id: number) => {
    const search = (before: Record<string, unknown>) => ({ ...before, company: id });
    void navigate({ to: '.', search: search as unknown as true }); // every page of the partner console has `company`
  };
  if (companies?.length === 0)
    return <EmptyState title={t('developers.noCompany')} text={t('developers.noCompany.text')} />;
  if (companyId === undefined) return null;
  return (
    <>
      {companies !== undefined && companies.length > 1 && (
        <CompanyField companies={companies} value={companyId} onChange={choose} />
      )}
      {children(companyId)}
    </>
  );
}
