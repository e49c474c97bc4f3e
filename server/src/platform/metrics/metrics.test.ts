import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const linesOf = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));

test('a role exports its own metrics from the start, and another one from its first use', async () => {
  const metrics = createMetrics('recorder');
  expect(await linesOf(metrics, 'volley_record_seconds_count')).toEqual([
    'volley_record_seconds_count{role="recorder"} 0',
  ]);
  expect(await linesOf(metrics, 'volley_callback_seconds')).toEqual([]);
  metrics.count('volley_callbacks_total', { result: 'failed' });
  expect(await linesOf(metrics, 'volley_callbacks_total')).toContain(
    'volley_callbacks_total{result="failed",role="recorder"} 1',
  );
});

test('counters of alarms begin at 0, because increase() does not see the first event of a new series', async () => {
  const metrics = createMetrics('api+clock');
  expect(await linesOf(metrics, 'volley_batches_in_doubt_total')).toEqual([
    'volley_batches_in_doubt_total{cause="lost",role="api+clock"} 0',
  ]);
  expect(await linesOf(metrics, 'volley_request_log_total{result="lost"')).toHaveLength(1);
});

test('figures are replaced as a whole, and none is exported when they are no longer current', async () => {
  const metrics = createMetrics('sweeper');
  let isCurrent = true;
  const link = (name: string) =>
    ({ name: 'volley_link_bound', value: 1, labels: { link: name, channel: 'SMS' } }) as const;
  expect(await linesOf(metrics, 'volley_leader')).toEqual([]);
  metrics.exportFigures([{ name: 'volley_leader', value: 1 }, link('mts'), link('tele2')], () => isCurrent);
  expect(await linesOf(metrics, 'volley_leader')).toEqual(['volley_leader{role="sweeper"} 1']);
  expect(await linesOf(metrics, 'volley_link_bound')).toHaveLength(2);
  expect(await linesOf(metrics, 'volley_audit_rows')).toEqual([]);
  metrics.exportFigures([{ name: 'volley_leader', value: 1 }, link('mts')], () => isCurrent);
  expect(await linesOf(metrics, 'volley_link_bound')).toEqual([
    'volley_link_bound{link="mts",channel="SMS",role="sweeper"} 1',
  ]);
  isCurrent = false;
  expect([...(await linesOf(metrics, 'volley_leader')), ...(await linesOf(metrics, 'volley_link_bound'))]).toEqual([]);
});

test('a label of a metric takes precedence over the roles of the process', async () => {
  const metrics = createMetrics('api+pacer');
  metrics.beforeScrape(() => metrics.set('volley_role_ready', 1, { role: 'pacer' }));
  expect(await linesOf(metrics, 'volley_role_ready')).toEqual(['volley_role_ready{role="pacer"} 1']);
});
