// Countries each company can send to, and spend alarms: the page for suspected traffic inflation.
import { Button, Stack, Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/delivery/destinations.ts';
import { useCapability } from '../../api/session.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { useFormat } from '../../kit/format.ts';
import { Hint } from '../../kit/hint.tsx';
import { Page } from '../../kit/page.tsx';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { type CountryList, type Destinations, useChangeCountries } from './change-countries.ts';
import { Countries } from './countries.tsx';
import { SpendAlarms } from './spend-alarms.tsx';

export function DestinationsPage() {
  const t = useText();
  const { number } = useFormat();
  const { data, error, refetch } = useStaffApi<typeof contract.getDestinations>('GET /destinations', {});
  const threshold = data?.spendAlarm ?? 0;
  return (
    <Page title={t('backOffice.nav.destinations')} lead={<Hint>{t('backOffice.destinations.hint')}</Hint>}>
      {error !== null && data === undefined && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <Section title={t('backOffice.destinations.installation')}>
        <Stack gap={4}>
          <Countries codes={data?.allowedCountries ?? []} />
          <Text size="xs" c="dimmed">
            {t('backOffice.destinations.installationHint')}
          </Text>
        </Stack>
      </Section>
      <OwnLists destinations={data} />
      <SpendAlarms
        title={t('backOffice.alarms')}
        emptyText={
          threshold === 0
            ? t('backOffice.alarms.off')
            : t('backOffice.alarms.emptyHint', { threshold: number(threshold) })
        }
      />
    </Page>
  );
}

function OwnLists({ destinations }: { readonly destinations: Destinations | undefined }) {
  const t = useText();
  const may = { company: useCapability('companies.write'), partner: useCapability('partners.write') };
  const change = useChangeCountries(destinations?.countries ?? []);
  return (
    <Section title={t('backOffice.destinations.lists')} flush>
      <RecordTable
        label={t('backOffice.destinations.lists')}
        rows={destinations?.lists}
        rowKey={({ of, id }) => `${of} ${id}`}
        empty={<EmptyState title={t('backOffice.destinations.empty')} text={t('backOffice.destinations.emptyHint')} />}
        columns={[
          { key: 'who', head: t('backOffice.destinations.who'), cell: (list) => <Owner list={list} /> },
          {
            key: 'countries',
            head: t('backOffice.destinations.countries'),
            cell: ({ allowedCountries }) => <Countries codes={allowedCountries} />,
          },
          {
            key: 'change',
            head: '',
            align: 'right',
            cell: (list) =>
              may[list.of] && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void change(list)}
                  aria-label={`${t('backOffice.destinations.change')}: ${list.name}`}
                >
                  {t('backOffice.destinations.change')}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}

function Owner({ list: { of, id, name } }: { readonly list: CountryList }) {
  const t = useText();
  return (
    <>
      {of === 'company' ? (
        <ListLink to={`/bo/companies/${id}`}>{name}</ListLink>
      ) : (
        <ListLink to="/bo/companies" search={{ partnerId: id }}>
          {name}
        </ListLink>
      )}
      <Text size="xs" c="dimmed">
        {t(of === 'company' ? 'backOffice.column.company' : 'backOffice.column.partner')}
      </Text>
    </>
  );
}
