import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type * as accounts from '@volley/contract/back-office/people/accounts.ts';
import type * as keys from '@volley/contract/back-office/people/keys.ts';
import type * as settings from '@volley/contract/back-office/verification/verification.ts';
import type * as figures from '@volley/contract/back-office/verification/verification-figures.ts';
import { useState } from 'react';
import { callStaff } from '../../api/call.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { useText } from '../../kit/text.tsx';
import { type CompanyFieldProps, type Owner, useCompany, useGo } from '../../verification/owner.tsx';

const FOUND_MAX = 20;
const TYPING_MS = 250;

/** Companies by a part of their name: an installation has too many for one list. */
function CompanySearch({ value, onChange, required = false, label }: CompanyFieldProps & { readonly label: string }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useStaffApi<typeof accounts.listCompanyAccounts>('GET /company-accounts', {
    query: { search, perPage: FOUND_MAX },
  });
  const found = (data?.items ?? []).map(({ companyId, name }) => ({
    value: String(companyId),
    label: `${name} · ${companyId}`,
  }));
  const chosen = value === undefined ? null : String(value);
  const isKnown = chosen === null || found.some((one) => one.value === chosen);
  return (
    <Select
      label={label}
      placeholder={t('shell.company.all')}
      data={isKnown ? found : [...found, { value: chosen, label: `#${chosen}` }]}
      // The server searches by more than the name.
      filter={({ options }) => options}
      value={chosen}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      onSearchChange={(text) => setTyped(found.some((one) => one.label === text) ? '' : text)}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': t('verification.clear') }}
      required={required}
      maw={360}
    />
  );
}

function CompanyField(props: CompanyFieldProps) {
  return <CompanySearch {...props} label={useText()('verification.company')} />;
}

function CompanyFilter() {
  const t = useText();
  const go = useGo();
  return (
    <Group>
      <CompanySearch
        label={t('verification.company')}
        value={useCompany()}
        onChange={(company) => go.search({ company, gateway: undefined, widget: undefined })}
      />
    </Group>
  );
}

/** Staff, for every company. */
export const staffOwner: Owner = {
  side: 'staff',
  root: '/bo/verification',
  useMayWrite: () => useCapability('keys.write'),
  useProfiles: (companyId) =>
    useStaffApi<typeof settings.listVerificationProfiles>('GET /verification-profiles', { query: { companyId } }),
  useWidgets: (companyId) => useStaffApi<typeof settings.listWidgets>('GET /widgets', { query: { companyId } }),
  useConversions: (query) => useStaffApi<typeof figures.listConversions>('GET /verification-conversions', { query }),
  useWidgetErrors: (query) => useStaffApi<typeof figures.listWidgetErrors>('GET /widget-errors', { query }),
  useStops: (companyId) =>
    useStaffApi<typeof figures.listVerificationStops>('GET /verification-stops', { query: { companyId } }),
  useBuilderKeys: (companyId) => {
    const { data } = useStaffApi<typeof keys.listKeys>('GET /keys', { query: { companyId } });
    return (data?.items ?? []).filter(
      (key) => key.companyId === companyId && key.type === 'VERIFIER_BUILDER' && key.status === 'ACTIVE',
    );
  },
  createProfile: (body) =>
    callStaff<typeof settings.createVerificationProfile>('POST /verification-profiles', { body }),
  changeProfile: (id, body) =>
    callStaff<typeof settings.changeVerificationProfile>('POST /verification-profiles/{id}', { params: { id }, body }),
  createWidget: (body) => callStaff<typeof settings.createWidget>('POST /widgets', { body }),
  changeWidget: (id, body) => callStaff<typeof settings.changeWidget>('POST /widgets/{id}', { params: { id }, body }),
  liftStop: (body) => callStaff<typeof figures.liftVerificationStop>('POST /verification-stops/lift', { body }),
  CompanyField,
  CompanyFilter,
};
