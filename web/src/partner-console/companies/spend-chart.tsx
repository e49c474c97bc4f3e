// Cumulative spending of a month with the budget, the reserve (hatched) and the forecast (dashed); the same numbers as
// a table and as a CSV file.
import { Button, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type * as contract from '@volley/contract/console/companies.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { useId, useState } from 'react';
import { useFormat } from '../../kit/format.ts';
import { csvText, saveFile } from '../../kit/table/csv.ts';
import { useText } from '../../kit/text.tsx';
import { language } from '../../texts/language.ts';
import classes from './spend-chart.module.css';
import { pathOf, plotSpending } from './spend-plot.ts';

type Spending = ReplyOf<typeof contract.getSpending>;

const HEIGHT = 190;
const FOOT = 22;
const NOON_MS = 12 * 3_600_000;

export function SpendChart({ spending }: { readonly spending: Spending }) {
  const t = useText();
  const { money, date } = useFormat();
  const [view, setView] = useState('chart');
  const said = t('companies.spending.chart.said', {
    spent: money(spending.spending.spent),
    day: date(spending.now),
  });
  return (
    <figure style={{ margin: 0 }} aria-label={`${t('companies.spending.chart')}. ${said}`}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Text size="sm" c="dimmed" component="figcaption">
          {said}
        </Text>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            value={view}
            onChange={setView}
            aria-label={t('kit.view')}
            data={[
              { value: 'chart', label: t('kit.chart') },
              { value: 'table', label: t('kit.table') },
            ]}
          />
          <SaveDays spending={spending} />
        </Group>
      </Group>
      {view === 'chart' ? <Drawing spending={spending} /> : <Days spending={spending} />}
    </figure>
  );
}

function SaveDays({ spending: { month, days } }: { readonly spending: Spending }) {
  const t = useText();
  const save = () => {
    const head = [t('companies.spending.day'), t('companies.spending.byDay'), t('companies.spending.total')];
    const rows = days.map(({ day, spent, total }) => [day, spent.value, total.value]);
    saveFile(`spending-${month}.csv`, 'text/csv;charset=utf-8', [csvText(language(), [head, ...rows])]);
  };
  return (
    <Button size="compact-sm" variant="default" onClick={save}>
      {t('kit.csv')}
    </Button>
  );
}

function Drawing({ spending }: { readonly spending: Spending }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const hatch = useId();
  const plot = plotSpending(
    {
      from: Date.parse(spending.from),
      to: Date.parse(spending.to),
      now: Date.parse(spending.now),
      totals: spending.days.map(({ total }) => total.value),
      reserved: spending.spending.reserved.value,
      forecast: spending.forecast?.amount.value,
      limit: spending.spending.budget?.value,
    },
    width,
    HEIGHT,
  );
  const last = plot.spent.at(-1);
  return (
    <div ref={ref}>
      <svg className={classes['drawing']} height={HEIGHT + FOOT} aria-hidden="true">
        <defs>
          <pattern id={hatch} width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line y2={7} className={classes['hatch']} />
          </pattern>
        </defs>
        <Grid ticks={plot.ticks} width={width} spending={spending} />
        {last !== undefined && (
          <path className={classes['area']} d={`${pathOf(plot.spent)}L${last[0]} ${HEIGHT}L0 ${HEIGHT}Z`} />
        )}
        {plot.reserved !== undefined && <path fill={`url(#${hatch})`} d={`${pathOf(plot.reserved)}Z`} />}
        {plot.forecast !== undefined && <path className={classes['forecast']} d={pathOf(plot.forecast)} />}
        <path className={classes['spent']} d={pathOf(plot.spent)} />
        {plot.limitY !== undefined && (
          <line className={classes['limit']} x2={width} y1={plot.limitY} y2={plot.limitY} />
        )}
      </svg>
      <Legend spending={spending} hatch={hatch} />
    </div>
  );
}

type GridProps = {
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly width: number;
  readonly spending: Spending;
};

function Grid({ ticks, width, spending: { from, to, spending } }: GridProps) {
  const { money, date } = useFormat();
  // Noon is the same calendar day in every time zone a reader may use.
  const [firstDay, lastDay] = [new Date(Date.parse(from) + NOON_MS), new Date(Date.parse(to) - NOON_MS)];
  return (
    <>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <line className={classes['grid']} x2={width} y1={y} y2={y} />
          {value > 0 && (
            <text className={classes['label']} x={0} y={y - 4}>
              {money({ value, currency: spending.spent.currency })}
            </text>
          )}
        </g>
      ))}
      <text className={classes['label']} x={0} y={HEIGHT + 16}>
        {date(firstDay)}
      </text>
      <text className={classes['label']} x={width} y={HEIGHT + 16} textAnchor="end">
        {date(lastDay)}
      </text>
    </>
  );
}

type LegendProps = { readonly spending: Spending; readonly hatch: string };

function Legend({ spending: { spending, forecast }, hatch }: LegendProps) {
  const t = useText();
  const swatch = (look: string) => <line className={classes[look]} x2={22} y1={6} y2={6} />;
  const items = [
    { key: 'spent', isShown: true, mark: swatch('spent') },
    {
      key: 'reserved',
      isShown: spending.reserved.value > 0,
      mark: <rect width={22} height={12} fill={`url(#${hatch})`} />,
    },
    { key: 'forecast', isShown: forecast !== null, mark: swatch('forecast') },
    { key: 'limit', isShown: spending.budget !== null, mark: swatch('limit') },
  ] as const;
  return (
    <ul className={classes['legend']}>
      {items
        .filter(({ isShown }) => isShown)
        .map(({ key, mark }) => (
          <li key={key}>
            <svg width={22} height={12} aria-hidden="true">
              {mark}
            </svg>
            {t(`companies.spending.${key}`)}
          </li>
        ))}
    </ul>
  );
}

function Days({ spending: { days } }: { readonly spending: Spending }) {
  const t = useText();
  const { money, date } = useFormat();
  return (
    <Table aria-label={t('companies.spending.chart')} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('companies.spending.day')}</Table.Th>
          <Table.Th ta="right">{t('companies.spending.byDay')}</Table.Th>
          <Table.Th ta="right">{t('companies.spending.total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map(({ day, spent, total }) => (
          <Table.Tr key={day}>
            <Table.Td>{date(`${day}T12:00:00+03:00`)}</Table.Td>
            <Table.Td ta="right">{money(spent)}</Table.Td>
            <Table.Td ta="right">{money(total)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
