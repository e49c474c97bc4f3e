import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type * as contract from '@volley/contract/back-office/money/prices.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { Money, Num } from '../../kit/amounts.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useFormat } from '../../kit/format.ts';
import { Notice } from '../../kit/notice.tsx';
import { csvText, saveFile } from '../../kit/table/csv.ts';
import { type Column, RecordTable } from '../../kit/table/record-table.tsx';
import { type Text as Say, useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';

type Result = ReplyOf<typeof contract.recalculateMonth>;
type Item = Result['items'][number];

/** Last month's cost under the draft, by company. */
export function Recalculation({ result }: { readonly result: Result }) {
  const t = useText();
  const { money } = useFormat();
  const sums = new Map<string, { now: number; draft: number }>();
  for (const { now, draft } of result.items) {
    const sum = sums.get(now.currency) ?? { now: 0, draft: 0 };
    sums.set(now.currency, { now: sum.now + now.value, draft: sum.draft + draft.value });
  }
  return (
    <Stack gap="xs" aria-live="polite">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('backOffice.tariffs.lastMonth', { month: result.month, count: result.affected })}
        </Text>
        {result.items.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => save(result, t)}>
            {t('kit.csv')}
          </Button>
        )}
      </Group>
      {[...sums].map(([currency, { now, draft }]) => (
        <Text key={currency} size="sm">
          {t('backOffice.tariffs.sum', {
            now: money({ value: now, currency }),
            draft: money({ value: draft, currency }),
            difference: money({ value: draft - now, currency }),
          })}
        </Text>
      ))}
      {!result.isWhole && <Notice tone="warn" title={t('backOffice.tariffs.notWhole')} />}
      <RecordTable
        label={t('backOffice.tariffs.byCompany')}
        columns={columnsOf(t)}
        rows={result.items}
        rowKey={({ companyId }) => companyId}
        empty={<EmptyState title={t('backOffice.tariffs.nobody')} text={t('backOffice.tariffs.nobodyHint')} />}
      />
    </Stack>
  );
}

const differenceOf = ({ now, draft }: Item) => ({ value: draft.value - now.value, currency: now.currency });

function columnsOf(t: Say): readonly Column<Item>[] {
  return [
    {
      key: 'company',
      head: t('backOffice.column.company'),
      cell: ({ companyId, name, isUpperBound }) => (
        <>
          <Anchor component={Link} to={`/bo/companies/${companyId}`} inherit>
            {name}
          </Anchor>
          {isUpperBound && (
            <Text size="xs" c="dimmed">
              {t('backOffice.tariffs.upperBound')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'parts', head: t('backOffice.tariffs.parts'), align: 'right', cell: ({ parts }) => <Num value={parts} /> },
    { key: 'now', head: t('backOffice.tariffs.before'), align: 'right', cell: ({ now }) => <Money amount={now} /> },
    {
      key: 'draft',
      head: t('backOffice.tariffs.after'),
      align: 'right',
      cell: ({ draft }) => <Money amount={draft} />,
    },
    {
      key: 'difference',
      head: t('backOffice.tariffs.difference'),
      align: 'right',
      cell: (item) => <Money amount={differenceOf(item)} />,
    },
  ];
}

function save({ month, items }: Result, t: Say): void {
  const head = [
    t('backOffice.column.company'),
    t('backOffice.tariffs.parts'),
    t('backOffice.tariffs.before'),
    t('backOffice.tariffs.after'),
  ];
  const rows = items.map(({ name, parts, now, draft }) => [name, parts, now.value, draft.value]);
  saveFile(`recalculation-${month}.csv`, 'text/csv;charset=utf-8', [csvText(language(), [head, ...rows])]);
}
