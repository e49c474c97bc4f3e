import { Text } from '@mantine/core';
import { keptZone, useFormat } from '../../../kit/format.ts';
import { Section } from '../../../kit/section.tsx';
import { type Column, RecordTable } from '../../../kit/table/record-table.tsx';
import { useText } from '../../../kit/text.tsx';
import { When } from '../../../kit/when.tsx';
import type { Price } from '../estimate-file.ts';

type Row = Price['zones'][number];

/** The first opening of the schedule in each time zone of the recipients; nothing if sending never pauses. */
export function ZoneTable({ zones }: Pick<Price, 'zones'>) {
  const t = useText();
  const { number } = useFormat();
  if (zones.every(({ lastAt }) => lastAt === null)) return null;
  const columns: Column<Row>[] = [
    { key: 'zone', head: t('newDispatch.zones.zone'), cell: ({ timezones }) => timezones.join(', ') },
    {
      key: 'recipients',
      head: t('newDispatch.zones.recipients'),
      cell: ({ recipients }) => number(recipients),
      align: 'right',
    },
    { key: 'first', head: t('newDispatch.zones.first'), cell: ({ firstAt }) => <When at={firstAt} /> },
    {
      key: 'last',
      head: t('newDispatch.zones.last'),
      cell: ({ lastAt }) => (lastAt === null ? '—' : <When at={lastAt} />),
    },
  ];
  const zone = keptZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Section title={t('newDispatch.zones')} flush>
      <Text size="sm" c="dimmed" px="md" pb="xs">
        {t('newDispatch.zones.shownIn', { zone })}
      </Text>
      <RecordTable
        label={t('newDispatch.zones')}
        columns={columns}
        rows={zones}
        rowKey={({ timezones }) => timezones.join(' ')}
        empty={<Text p="md">—</Text>}
      />
    </Section>
  );
}
