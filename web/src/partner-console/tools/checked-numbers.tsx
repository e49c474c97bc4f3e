import { Button, Text } from '@mantine/core';
import type * as contract from '@volley/contract/console/tools.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { Money } from '../../kit/amounts.tsx';
import { countryName } from '../../kit/country-name.ts';
import { useFormat } from '../../kit/format.ts';
import { numberClassName } from '../../kit/number-class.ts';
import { operatorName } from '../../kit/operator-name.ts';
import { PhoneNumber } from '../../kit/phone-number.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { csvText, saveFile } from '../../kit/table/csv.ts';
import { ListLink } from '../../kit/table/list-link.tsx';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import type { TextId } from '../../texts/text-id.ts';

type Checked = ReplyOf<typeof contract.checkNumbers>['items'][number];
type Placed = Checked & { readonly place: number };

export function CheckedNumbers({
  items,
  hasCompany,
}: {
  readonly items: readonly Checked[];
  readonly hasCompany: boolean;
}) {
  const t = useText();
  const { number } = useFormat();
  const good = items.filter(({ errorCode }) => errorCode === null).length;
  return (
    <Section
      title={t('tools.numbers.answer')}
      flush
      actions={
        <Button variant="default" size="compact-sm" onClick={() => save(t, items)}>
          {t('tools.numbers.csv')}
        </Button>
      }
    >
      <Text size="sm" px="md" pb="xs" role="status">
        {t('tools.numbers.summary', { good: number(good), count: items.length, shown: number(items.length) })}
      </Text>
      <RecordTable
        label={t('tools.numbers.answer')}
        columns={columnsOf(t, hasCompany)}
        rows={items.map((item, place): Placed => ({ ...item, place }))}
        rowKey={(row) => row.place}
        empty={null}
      />
    </Section>
  );
}

function Verdict({ row }: { readonly row: Checked }) {
  const t = useText();
  if (row.errorCode === null) return <StatusBadge tone="good" label={t('tools.verdict.good')} />;
  return (
    <ListLink to={`/errors/message/${row.errorCode}`}>
      <StatusBadge tone={row.errorCode === 453 ? 'warn' : 'bad'} label={verdictText(t, row.errorCode)} />
    </ListLink>
  );
}

const VERDICTS: Readonly<Record<number, TextId>> = {
  453: 'tools.verdict.453',
  454: 'tools.verdict.454',
  455: 'tools.verdict.455',
  456: 'tools.verdict.456',
  457: 'tools.verdict.457',
  7401: 'tools.verdict.7401',
};

function verdictText(t: Say, code: number): string {
  const known = VERDICTS[code];
  return known === undefined ? String(code) : t(known);
}

function columnsOf(t: Say, hasCompany: boolean): Column<Placed>[] {
  const plain: Column<Placed>[] = [
    {
      key: 'number',
      head: t('tools.column.number'),
      cell: (row) => (
        <>
          <PhoneNumber digits={row.destination ?? row.input} />
          {row.addedSeven && (
            <Text size="xs" c="dimmed">
              {t('kit.number.addedSeven')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'verdict', head: t('tools.column.verdict'), cell: (row) => <Verdict row={row} /> },
    { key: 'class', head: t('tools.column.class'), cell: (row) => numberClassName(t, row.numberClass) },
    { key: 'operator', head: t('tools.column.operator'), cell: (row) => <Operator row={row} /> },
    {
      key: 'country',
      head: t('tools.column.country'),
      wideOnly: true,
      cell: (row) => (row.country === null ? '—' : countryName(t, row.country)),
    },
    {
      key: 'region',
      head: t('tools.column.region'),
      wideOnly: true,
      cell: (row) => [row.region, row.timezone].filter((one) => one !== null).join(', ') || '—',
    },
  ];
  const ofCompany: Column<Placed>[] = [
    {
      key: 'sender',
      head: t('tools.column.sender'),
      cell: ({ sender }) => (sender === null ? '—' : `${sender.senderName} · ${t(`tools.match.${sender.match}`)}`),
    },
    { key: 'price', head: t('tools.column.price'), align: 'right', cell: (row) => <Money amount={row.price} /> },
  ];
  return hasCompany ? [...plain, ...ofCompany] : plain;
}

function Operator({ row }: { readonly row: Checked }) {
  const t = useText();
  if (row.destination === null) return '—';
  const name = operatorName(t, row.operator);
  const host =
    row.hostOperator === null ? '' : ` · ${t('tools.host', { operator: operatorName(t, row.hostOperator) })}`;
  return `${name}${host}${row.isPorted ? ` · ${t('tools.ported')}` : ''}`;
}

function save(t: Say, items: readonly Checked[]): void {
  const head = ['number', 'verdict', 'class', 'operator', 'country', 'region', 'sender', 'price'] as const;
  const rows = items.map((row) => [
    row.destination ?? row.input,
    row.errorCode === null ? t('tools.verdict.good') : verdictText(t, row.errorCode),
    numberClassName(t, row.numberClass),
    row.destination === null ? '' : operatorName(t, row.operator),
    row.country ?? '',
    row.region ?? '',
    row.sender?.senderName ?? '',
    row.price?.value ?? '',
  ]);
  const text = csvText(language(), [head.map((name) => t(`tools.column.${name}`)), ...rows]);
  saveFile('numbers.csv', 'text/csv', [text]);
}
