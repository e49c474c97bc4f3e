import { Text } from '@mantine/core';
import type * as contract from '@volley/contract/back-office/money/margin-waits.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { Money, Num } from '../../kit/amounts.tsx';
import { countryName } from '../../kit/country-name.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { channelName, operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';

type Wait = ReplyOf<typeof contract.listMarginWaits>['items'][number];

const REFETCH_MS = 10_000;

/** Messages that wait because every link costs more than the client pays. */
export function MarginWaits() {
  const t = useText();
  const { data, error, refetch } = useStaffApi<typeof contract.listMarginWaits>(
    'GET /margin-waits',
    {},
    { refetchInterval: REFETCH_MS },
  );
  return (
    <Section title={t('backOffice.marginWaits.title')} flush>
      <RecordTable
        label={t('backOffice.marginWaits.title')}
        columns={useColumns()}
        rows={data?.items}
        rowKey={(wait) =>
          JSON.stringify([wait.dispatchId, wait.senderName, wait.operator, wait.countryCode, wait.since])
        }
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={t('backOffice.marginWaits.empty')} text={t('backOffice.marginWaits.emptyHint')} />}
      />
    </Section>
  );
}

function useColumns(): readonly Column<Wait>[] {
  const t = useText();
  return [
    {
      key: 'company',
      head: t('backOffice.column.company'),
      cell: ({ companyId, companyName, dispatchId, dispatchName }) => (
        <>
          <ListLink to={`/bo/companies/${companyId}`}>{companyName}</ListLink>
          <Text size="xs" c="dimmed">
            {[dispatchName, `#${dispatchId}`].filter((part) => part !== '').join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'destination',
      head: t('backOffice.marginWaits.destination'),
      cell: ({ channelType, senderName, operator, countryCode }) => (
        <>
          {channelName(t, channelType)} · {senderName}
          <Text size="xs" c="dimmed">
            {countryCode === null ? operatorName(t, operator) : countryName(t, countryCode)}
          </Text>
        </>
      ),
    },
    {
      key: 'messages',
      head: t('backOffice.marginWaits.messages'),
      align: 'right',
      cell: ({ messages }) => <Num value={messages} />,
    },
    {
      key: 'since',
      head: t('backOffice.marginWaits.since'),
      cell: ({ since, endsAt }) => (
        <>
          <When at={since} />
          <Text size="xs" c="dimmed" component="div">
            {t('backOffice.marginWaits.endsAt')} <When at={endsAt} as="dateTime" />
          </Text>
        </>
      ),
    },
    {
      key: 'paid',
      head: t('backOffice.marginWaits.paid'),
      align: 'right',
      cell: ({ paid }) => (paid === null ? '—' : <Money amount={paid} />),
    },
    {
      key: 'links',
      head: t('backOffice.marginWaits.cost'),
      align: 'right',
      cell: ({ links }) =>
        links.length === 0
          ? t('backOffice.marginWaits.noLink')
          : links.map(({ linkId, linkName, price }) => (
              <div key={linkId}>
                {linkName}: <Money amount={price} />
              </div>
            )),
    },
  ];
}
