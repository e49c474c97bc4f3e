import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/inbound.ts';
import { useState } from 'react';
import { useRight } from '../../../api/session.ts';
import { useApi } from '../../../api/use-api.ts';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { Page } from '../../../kit/page.tsx';
import { Section } from '../../../kit/section.tsx';
import { RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import type { Rule } from './inbound-rule.ts';
import { MatchTester } from './match-tester.tsx';
import { WithCompany } from './page-company.tsx';
import { useRuleColumns } from './rule-columns.tsx';
import { RuleDialog } from './rule-dialog.tsx';

export function InboundPage() {
  const t = useText();
  const actions = (
    <Button component={Link} to="/developers/centers" variant="default">
      {t('developers.centers.title')}
    </Button>
  );
  return (
    <Page title={t('developers.inbound.title')} actions={actions} lead={<Hint>{t('developers.inbound.lead')}</Hint>}>
      <WithCompany>{(companyId) => <Rules key={companyId} companyId={companyId} />}</WithCompany>
    </Page>
  );
}

function Rules({ companyId }: { readonly companyId: number }) {
  const t = useText();
  const mayWrite = useRight('inbound.write');
  const [edited, setEdited] = useState<Rule | 'new'>();
  const { data, error, refetch } = useApi<typeof contract.getInbound>('GET /inbound', { query: { companyId } });
  const centers = useApi<typeof contract.listCenters>('GET /centers', { query: { companyId } }).data?.items ?? [];
  const columns = useRuleColumns({ centers, mayWrite, onEdit: setEdited });
  const create = mayWrite && <Button onClick={() => setEdited('new')}>{t('developers.inbound.new')}</Button>;
  return (
    <>
      {data?.enabled === false && (
        <Notice tone="warn" title={t('developers.inbound.off.title')}>
          {t('developers.inbound.off.text')}
        </Notice>
      )}
      <Section title={t('developers.inbound.rules')} flush actions={data?.rules.length === 0 ? undefined : create}>
        <RecordTable<Rule>
          label={t('developers.inbound.rules')}
          columns={columns}
          rows={data?.rules}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          skeletonRows={3}
          empty={
            <EmptyState
              title={t('developers.inbound.empty')}
              text={t('developers.inbound.empty.text')}
              action={create}
            />
          }
        />
      </Section>
      <MatchTester companyId={companyId} centers={centers} />
      {edited !== undefined && (
        <RuleDialog
          companyId={companyId}
          centers={centers}
          rule={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
