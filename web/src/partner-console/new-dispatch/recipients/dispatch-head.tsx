import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type * as companies from '@volley/contract/partner/companies.ts';
import { memo, useEffect } from 'react';
import { usePartnerApi } from '../../../api/use-api.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Draft } from '../draft.ts';
import { NAME_LENGTH_MAX } from '../draft-text.ts';

type Change = (change: Partial<Draft>) => void;
type Props = Pick<Draft, 'companyId' | 'name'> & { readonly change: Change };

/** Searchable: a partner may have a thousand companies. */
const SHOWN_MAX = 60;

/** The company and the name of the dispatch. */
export const DispatchHead = memo(function DispatchHead({ companyId, name, change }: Props) {
  const t = useText();
  return (
    <Section title={t('newDispatch.head')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <CompanyField companyId={companyId} change={change} />
        <TextInput
          label={t('newDispatch.name')}
          description={t('newDispatch.name.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          maxLength={NAME_LENGTH_MAX}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Section>
  );
});

const CompanyField = memo(function CompanyField({ companyId, change }: Omit<Props, 'name'>) {
  const t = useText();
  const { data, error, refetch } = usePartnerApi<typeof companies.listCompanies>('GET /company', {
    query: { page: 1, per_page: 1000 },
  });
  const active = data?.items.filter(({ status }) => status === 'ACTIVE') ?? [];
  const only = active.length === 1 ? active[0]?.companyId : undefined;
  useEffect(() => {
    if (only !== undefined && companyId === undefined) change({ companyId: only });
  }, [only, companyId, change]);
  const choose = (value: string | null) =>
    change({ companyId: value === null ? undefined : Number(value), senderIds: [], dropUnserved: false });
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <Select
      label={t('newDispatch.company')}
      placeholder={t('newDispatch.company.choose')}
      searchable
      required
      allowDeselect={false}
      limit={SHOWN_MAX}
      nothingFoundMessage={t('newDispatch.company.none')}
      data={active.map((company) => ({ value: String(company.companyId), label: company.name }))}
      value={companyId === undefined ? null : String(companyId)}
      onChange={choose}
    />
  );
});
