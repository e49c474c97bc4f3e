// Numbers over time as a chart, a table and a CSV file. The chart code loads with the first chart; later only new data
// is passed to it.
import { Button, Group, SegmentedControl, Skeleton, Table, Text } from '@mantine/core';
import { lazy, memo, type RefObject, Suspense, useRef, useState } from 'react';
import { language } from '../../texts/language.ts';
import { useFormat } from '../format.ts';
import { csvText, saveFile } from '../table/csv.ts';
import { useText } from '../text.tsx';
import type { ChartProps } from './chart.ts';

const Drawing = lazy(() => import('./time-drawing.tsx').then(({ TimeDrawing }) => ({ default: TimeDrawing })));

export const TimeChart = memo(function TimeChart(props: ChartProps) {
  const { label, height = 220 } = props;
  const [view, setView] = useState('chart');
  const latest = useRef(props);
  latest.current = props;
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      <Controls label={label} view={view} setView={setView} latest={latest} />
      {view === 'chart' ? (
        <Suspense fallback={<Skeleton height={height} />}>
          <Drawing {...props} height={height} />
        </Suspense>
      ) : (
        <ChartTable {...props} height={height} />
      )}
    </figure>
  );
});

type ControlsProps = {
  readonly label: string;
  readonly view: string;
  readonly setView: (view: string) => void;
  /** The content of the CSV file. */
  readonly latest: RefObject<ChartProps>;
};

const Controls = memo(function Controls({ label, view, setView, latest }: ControlsProps) {
  const t = useText();
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <Text size="sm" c="dimmed" component="figcaption">
        {label}
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
        <Button size="compact-sm" variant="default" onClick={() => saveChart(latest.current, t('kit.time'))}>
          {t('kit.csv')}
        </Button>
      </Group>
    </Group>
  );
});

function ChartTable({ label, times, series, height, write, by }: ChartProps) {
  const t = useText();
  const { date, dateTime, number } = useFormat();
  const timeText = by === 'day' ? date : dateTime;
  return (
    <section style={{ height, overflowY: 'auto' }} tabIndex={0} aria-label={label}>
      <Table aria-label={label} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('kit.time')}</Table.Th>
            {series.map(({ key, label: name }) => (
              <Table.Th key={key} ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {times.map((at, row) => (
            <Table.Tr key={at}>
              <Table.Td>{timeText(new Date(at * 1_000))}</Table.Td>
              {series.map(({ key, values }) => (
                <Table.Td key={key} ta="right">
                  {values[row] === null || values[row] === undefined ? '—' : (write ?? number)(values[row])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function saveChart({ times, series }: ChartProps, time: string): void {
  const rows = times.map((at, row) => [
    new Date(at * 1_000).toISOString(),
    ...series.map(({ values }) => values[row] ?? ''),
  ]);
  const text = csvText(language(), [[time, ...series.map(({ label }) => label)], ...rows]);
  saveFile('volley-chart.csv', 'text/csv;charset=utf-8', [text]);
}
