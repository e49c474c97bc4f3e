import type * as contract from '@volley/contract/back-office/money/spend-alarms.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useStaffApi } from '../../api/use-api.ts';
import { Money } from '../../kit/amounts.tsx';
import { countryName } from '../../kit/country-name.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Section } from '../../kit/section.tsx';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { useText } from '../../kit/text.tsx';
import { When } from '../../kit/when.tsx';

type Alarm = ReplyOf<typeof contract.listSpendAlarms>['items'][number];
type Props = {
  /** Absent: all companies. */
  readonly companyId?: number | undefined;
  readonly title: string;
  readonly emptyText?: string;
};

/** Days on which a company spent more than the threshold on one foreign country. */
export function SpendAlarms({ companyId, title, emptyText }: Props) {
  const t = useText();
  const { date } = useFormat();
  const { data, error, refetch } = useStaffApi<typeof contract.listSpendAlarms>('GET /spend-alarms', {
    query: companyId === undefined ? {} : { companyId },
  });
  const company: Column<Alarm> = {
    key: 'company',
    head: t('backOffice.column.company'),
    cell: ({ companyId: id, companyName }) => <ListLink to={`/bo/companies/${id}`}>{companyName}</ListLink>,
  };
  return (
    <Section title={title} flush>
      <RecordTable
        label={title}
        rows={data?.items}
        rowKey={({ companyId: id, countryCode, day }) => `${id} ${countryCode} ${day}`}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState title={t('backOffice.alarms.empty')} {...(emptyText !== undefined && { text: emptyText })} />
        }
        columns={[
          ...(companyId === undefined ? [company] : []),
          {
            key: 'country',
            head: t('backOffice.alarms.country'),
            cell: ({ countryCode }) => `${countryName(t, countryCode)} · ${countryCode}`,
          },
          { key: 'day', head: t('backOffice.alarms.day'), cell: ({ day }) => date(`${day}T12:00:00+03:00`) },
          {
            key: 'spent',
            head: t('backOffice.alarms.spent'),
            align: 'right',
            cell: ({ spent }) => <Money amount={spent} />,
          },
          {
            key: 'threshold',
            head: t('backOffice.alarms.threshold'),
            align: 'right',
            cell: ({ threshold }) => <Money amount={threshold} />,
            wideOnly: true,
          },
          { key: 'at', head: t('backOffice.column.when'), cell: ({ raisedAt }) => <When at={raisedAt} /> },
        ]}
      />
    </Section>
  );
}
