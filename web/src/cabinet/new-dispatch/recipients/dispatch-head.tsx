import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type * as companies from '@volley/contract/partner/companies.ts';
import { memo, useEffect } from 'react';
import { usePartnerApi } from '../../../api/use-api.ts';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Draft } from '../draft.ts';
import { NAME_LENGTH_MAX } from '../draft-text.ts';

type Props = { readonly draft: Draft; readonly change: (change: Partial<Draft>) => void };

/** For whom, and under which name it will be found again. */
export const DispatchHead = memo(function DispatchHead({ draft, change }: Props) {
  const t = useText();
  const { data, error, refetch } = usePartnerApi<typeof companies.listCompanies>('GET /company', {
    query: { page: 1, per_page: 1000 },
  });
  const active = data?.items.filter(({ status }) => status === 'ACTIVE') ?? [];
  const only = active.length === 1 ? active[0]?.companyId : undefined;
  useEffect(() => {
    if (only !== undefined && draft.companyId === undefined) change({ companyId: only });
  }, [only, draft.companyId, change]);
  const choose = (value: string | null) =>
    change({ companyId: value === null ? undefined : Number(value), senderIds: [], dropUnserved: false });
  return (
    <Section title={t('newDispatch.head')}>
      {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('newDispatch.company')}
          placeholder={t('newDispatch.company.choose')}
          searchable
          required
          allowDeselect={false}
          nothingFoundMessage={t('newDispatch.company.none')}
          data={active.map(({ companyId, name }) => ({ value: String(companyId), label: name }))}
          value={draft.companyId === undefined ? null : String(draft.companyId)}
          onChange={choose}
        />
        <TextInput
          label={t('newDispatch.name')}
          description={t('newDispatch.name.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          maxLength={NAME_LENGTH_MAX}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Section>
  );
});
