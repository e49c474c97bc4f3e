import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type * as accounts from '@volley/contract/back-office/people/accounts.ts';
import type * as contract from '@volley/contract/back-office/people/companies.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { BudgetBar } from '../../kit/chart/budget-bar.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';
import { SubjectLog } from '../audit/subject-log.tsx';
import { SpendAlarms } from '../destinations/spend-alarms.tsx';
import type { Activity, Company } from './company.ts';
import { CompanyActs } from './company-acts.tsx';
import { CompanyCountries } from './company-countries.tsx';
import { CompanyKeys } from './company-keys.tsx';
import { CompanyMonths } from './company-months.tsx';
import { CompanyStatus } from './company-status.tsx';
import { RunningDispatches } from './running-dispatches.tsx';
import { WalletPanel } from './wallet-panel.tsx';

const route = getRouteApi('/back-office/bo/companies/$id');

export function CompanyPage() {
  const t = useText();
  const id = Number(route.useParams().id);
  const params = { id };
  const company = useStaffApi<typeof contract.getCompany>('GET /companies/{id}', { params });
  const activity = useStaffApi<typeof accounts.getCompanyActivity>('GET /company-accounts/{id}', { params });
  const back = { to: '/bo/companies', label: t('backOffice.nav.companies') };
  if (company.data === undefined)
    return (
      <Page title={t('backOffice.column.company')} back={back}>
        {company.error === null ? (
          <Skeleton height={400} />
        ) : (
          <ErrorPanel error={company.error} onRetry={() => void company.refetch()} />
        )}
      </Page>
    );
  return (
    <Page
      title={company.data.name}
      badge={<CompanyStatus status={company.data.status} />}
      back={back}
      actions={<CompanyActs company={company.data} running={activity.data?.running ?? []} />}
    >
      <Parts company={company.data} activity={activity.data} />
    </Page>
  );
}

function Parts({ company, activity }: { readonly company: Company; readonly activity: Activity | undefined }) {
  const t = useText();
  const maySeeMoney = useCapability('wallets.read');
  const maySeeKeys = useCapability('keys.read');
  const maySeeLog = useCapability('actions.read');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg">
        <CompanyFacts company={company} reserved={activity?.reserved} />
        <CompanyCountries company={company} />
        <RunningDispatches running={activity?.running} />
        {activity !== undefined && <CompanyMonths months={activity.months} />}
        <SpendAlarms title={t('backOffice.alarms')} companyId={company.companyId} />
      </Stack>
      <Stack gap="lg">
        {maySeeMoney && <WalletPanel companyId={company.companyId} currency={company.currency} />}
        {maySeeKeys && <CompanyKeys companyId={company.companyId} />}
        {maySeeLog && (
          <Section title={t('backOffice.company.log')} flush>
            <SubjectLog kind="company" id={String(company.companyId)} />
          </Section>
        )}
      </Stack>
    </SimpleGrid>
  );
}

type FactsProps = { readonly company: Company; readonly reserved: Company['spent'] | undefined };

function CompanyFacts({ company, reserved }: FactsProps) {
  const t = useText();
  const nothing = { value: 0, currency: company.currency };
  return (
    <Section title={t('backOffice.company.facts')}>
      <Stack gap="md">
        <BudgetBar spent={company.spent} reserved={reserved ?? nothing} limit={company.budget} />
        <Facts
          items={[
            [t('backOffice.column.partner'), `${company.partnerLogin} · ${company.partnerId}`],
            [t('backOffice.column.counteragent'), company.counteragentName],
            [t('backOffice.company.inn'), company.counteragentInn],
            [t('backOffice.company.address'), company.actualAddress ?? company.counteragentAddress ?? '—'],
            [t('backOffice.company.routing'), t(`backOffice.routing.${company.routing}`)],
            [t('backOffice.company.inbound'), t(company.inboundEnabled ? 'backOffice.on' : 'backOffice.off')],
            [
              t('backOffice.company.retention'),
              company.textRetentionDays === null
                ? t('backOffice.company.retentionNone')
                : t('backOffice.company.retentionDays', { days: company.textRetentionDays }),
            ],
            [t('backOffice.column.created'), <When key="created" at={company.createdAt} as="dateTime" />],
          ]}
        />
      </Stack>
    </Section>
  );
}
