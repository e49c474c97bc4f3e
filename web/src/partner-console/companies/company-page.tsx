import { Button, Grid, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useParams } from '@tanstack/react-router';
import type * as contract from '@volley/contract/console/companies.ts';
import { useRight } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Page } from '../../kit/page.tsx';
import { useText } from '../../kit/text.tsx';
import { CompanyBadge } from './company-badge.tsx';
import { CompanyChecklist } from './company-checklist.tsx';
import type { Company } from './company-detail.ts';
import { CompanyDispatches } from './company-dispatches.tsx';
import { CompanyDocuments } from './company-documents.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { CompanyMoney } from './company-money.tsx';
import { CompanyMonths } from './company-months.tsx';
import { CompanyNames } from './company-names.tsx';
import { EditCompany } from './edit-company.tsx';
import { useCompanyStatus } from './use-company-status.ts';

export function CompanyPage() {
  const t = useText();
  const { id } = useParams({ from: '/partner-console/companies/$id' });
  const { data, error, refetch } = useApi<typeof contract.getCompanyPage>(
    'GET /companies/{id}',
    { params: { id: Number(id) } },
    { refetchInterval: 15_000, keepPrevious: false },
  );
  const back = { to: '/companies', label: t('companies.title') };
  if (data !== undefined) return <Shown company={data} />;
  return (
    <Page title={t('companies.name')} back={back}>
      {error === null ? <Skeleton height={480} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Page>
  );
}

function Shown({ company }: { readonly company: Company }) {
  const t = useText();
  const { companyId, name, status, checklist } = company;
  const mayWrite = useRight('companies.write');
  const seesMoney = useRight('money.read');
  const [isEdited, { open, close }] = useDisclosure(false);
  const { enable, disable, isBusy } = useCompanyStatus(company);
  return (
    <Page
      title={name}
      badge={<CompanyBadge status={status} />}
      back={{ to: '/companies', label: t('companies.title') }}
      actions={
        <>
          {mayWrite && (
            <Button variant="default" onClick={open}>
              {t('companies.edit')}
            </Button>
          )}
          {mayWrite && (
            <Button
              variant="default"
              loading={isBusy}
              onClick={() => void (status === 'ACTIVE' ? disable() : enable())}
            >
              {t(status === 'ACTIVE' ? 'companies.disable' : 'companies.enable')}
            </Button>
          )}
          <SendersButton companyId={companyId} />
        </>
      }
    >
      {status === 'DISABLED' && <Notice tone="warn" title={t('companies.disabled.notice')} />}
      <CompanyChecklist
        companyId={companyId}
        checklist={checklist}
        mayWrite={mayWrite}
        onEnable={() => void enable()}
        onEdit={open}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {seesMoney && <CompanyMoney companyId={companyId} />}
            <CompanyNames companyId={companyId} />
            <CompanyDispatches company={company} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <CompanyFacts company={company} />
            <CompanyDocuments companyId={companyId} mayWrite={mayWrite} />
            {seesMoney && <CompanyMonths company={company} />}
          </Stack>
        </Grid.Col>
      </Grid>
      <EditCompany company={company} isOpen={isEdited} onClose={close} />
    </Page>
  );
}

function SendersButton({ companyId }: { readonly companyId: number }) {
  const t = useText();
  const mayRegister = useRight('senders.write');
  if (!mayRegister) return null;
  return (
    <Button renderRoot={(props) => <Link {...props} to="/senders/new" search={{ company: companyId }} />}>
      {t('companies.names.new')}
    </Button>
  );
}
