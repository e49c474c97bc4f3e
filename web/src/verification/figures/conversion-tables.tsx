import { Money, Num } from '../../kit/amounts.tsx';
import { countryName } from '../../kit/country-name.ts';
import { useFormat } from '../../kit/format.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { Section } from '../../kit/section.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { codeChannelName } from '../code-channel-name.ts';
import type { Conversion } from '../owner.tsx';
import { conversionOf, type Group, sumsBy } from './conversion-sums.ts';

type Props = { readonly rows: readonly Conversion[] };

export function ChannelTable({ rows }: Props) {
  const t = useText();
  const head: Column<Group> = {
    key: 'channel',
    head: t('verification.channel'),
    cell: ({ key }) => codeChannelName(t, key),
  };
  return (
    <FigureTable
      title={t('verification.conversion.byChannel')}
      heads={[head]}
      groups={sumsBy(rows, ({ channelType }) => channelType)}
    />
  );
}

export function OperatorTable({ rows }: Props) {
  const t = useText();
  const heads: readonly Column<Group>[] = [
    {
      key: 'operator',
      head: t('verification.operator'),
      cell: ({ rows: [first] }) => placeName(t, first?.operator ?? ''),
    },
    {
      key: 'channel',
      head: t('verification.channel'),
      cell: ({ rows: [first] }) => codeChannelName(t, first?.channelType ?? ''),
    },
  ];
  return (
    <FigureTable
      title={t('verification.conversion.byOperator')}
      heads={heads}
      groups={sumsBy(rows, ({ operator, channelType }) => `${operator} ${channelType}`)}
    />
  );
}

/** A brand of Russia, or the country of the number. */
const placeName = (t: Say, operator: string) =>
  /^[A-Z]{2}$/.test(operator) ? countryName(t, operator) : operatorName(t, operator);

type TableProps = {
  readonly title: string;
  readonly heads: readonly Column<Group>[];
  readonly groups: readonly Group[];
};

function FigureTable({ title, heads, groups }: TableProps) {
  return (
    <Section title={title} flush>
      <RecordTable<Group>
        label={title}
        columns={[...heads, ...useFigureColumns()]}
        rows={groups}
        rowKey={({ key }) => key}
        empty={null}
      />
    </Section>
  );
}

function useFigureColumns(): readonly Column<Group>[] {
  const t = useText();
  const { percent } = useFormat();
  const count = (key: 'sent' | 'delivered' | 'entered' | 'expired', wideOnly: boolean): Column<Group> => ({
    key,
    head: t(`verification.codes.${key}`),
    align: 'right',
    cell: (group) => <Num value={group[key]} />,
    wideOnly,
  });
  return [
    count('sent', false),
    count('delivered', true),
    count('entered', false),
    count('expired', true),
    {
      key: 'share',
      head: t('verification.conversion.share'),
      align: 'right',
      cell: (group) => {
        const share = conversionOf(group);
        return share === undefined ? '—' : percent(share);
      },
    },
    {
      key: 'cost',
      head: t('verification.conversion.cost'),
      align: 'right',
      cell: ({ cost, rows: [first] }) => <Money amount={{ value: cost, currency: first?.cost.currency ?? 'RUB' }} />,
      wideOnly: true,
    },
  ];
}
