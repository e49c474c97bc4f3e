import { Select } from '@mantine/core';
import type * as keys from '@volley/contract/console/keys.ts';
import type * as settings from '@volley/contract/console/verification.ts';
import type * as figures from '@volley/contract/console/verification-figures.ts';
import type * as companies from '@volley/contract/partner/companies.ts';
import { useEffect } from 'react';
import { callApi } from '../../api/call.ts';
import { useApi, usePartnerApi } from '../../api/use-api.ts';
import { useText } from '../../kit/text.tsx';
import type { CompanyFieldProps, Owner } from '../../verification/owner.tsx';

const COMPANIES_MAX = 1_000;
const SHOWN_MAX = 60;

/** The only company is chosen without a question. */
function CompanyField({ value, onChange, required = false }: CompanyFieldProps) {
  const t = useText();
  const { data } = usePartnerApi<typeof companies.listCompanies>('GET /company', {
    query: { per_page: COMPANIES_MAX },
  });
  const all = data?.items ?? [];
  const first = all[0]?.companyId;
  useEffect(() => {
    if (value === undefined && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  if (all.length < 2) return null;
  return (
    <Select
      label={t('verification.company')}
      data={all.map(({ companyId, name }) => ({ value: String(companyId), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
      searchable
      limit={SHOWN_MAX}
      allowDeselect={false}
      required={required}
    />
  );
}

/** Users of a partner: the right `verification` opens the pages and their changes. */
export const partnerOwner: Owner = {
  side: 'console',
  root: '/verification',
  useMayWrite: () => true,
  useProfiles: (companyId) =>
    useApi<typeof settings.listProfiles>('GET /verification/profiles', { query: { companyId } }),
  useWidgets: (companyId) => useApi<typeof settings.listWidgets>('GET /verification/widgets', { query: { companyId } }),
  useConversions: (query) => useApi<typeof figures.listConversions>('GET /verification/conversions', { query }),
  useWidgetErrors: (query) => useApi<typeof figures.listWidgetErrors>('GET /verification/errors', { query }),
  useStops: (companyId) => useApi<typeof figures.listStops>('GET /verification/stops', { query: { companyId } }),
  useBuilderKeys: (companyId) => {
    const { data } = useApi<typeof keys.listKeys>('GET /keys', { query: { companyId } });
    return (data?.items ?? []).filter(
      (key) => key.companyId === companyId && key.type === 'VERIFIER_BUILDER' && key.status === 'ACTIVE',
    );
  },
  createProfile: (body) => callApi<typeof settings.createProfile>('POST /verification/profiles', { body }),
  changeProfile: (id, body) =>
    callApi<typeof settings.changeProfile>('POST /verification/profiles/{id}', { params: { id }, body }),
  createWidget: (body) => callApi<typeof settings.createWidget>('POST /verification/widgets', { body }),
  changeWidget: (id, body) =>
    callApi<typeof settings.changeWidget>('POST /verification/widgets/{id}', { params: { id }, body }),
  liftStop: (body) => callApi<typeof figures.liftStop>('POST /verification/stops/lift', { body }),
  CompanyField,
  CompanyFilter: () => null,
};
