// The rules and dashboards of deploy/observability against the program and its documents. Where promtool is installed,
// it checks the rules.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FIGURES } from '@volley/server/platform/metrics/figure-names.ts';
import { COUNTERS, GAUGES, HISTOGRAMS } from '@volley/server/platform/metrics/metric-names.ts';
import { createMetrics } from '@volley/server/platform/metrics/metrics.ts';
import { describe, expect, test } from 'vitest';
import { DASHBOARD_FOLDER, DASHBOARDS } from './dashboards/all-dashboards.ts';
import { renderDashboard } from './dashboards/render.ts';
import { withShortWaits } from './prometheus-process.ts';
import { metricsIn, readRules } from './shipped-rules.ts';

const FOLDER = 'deploy/observability';
const PROMTOOL = 'promtool';
const PAGE = 'docs/operating/metrics-and-alarms.md';
const read = (path: string) => readFileSync(path, 'utf8');
const alerts = readRules(`${FOLDER}/rules/alerts.yml`);
const objectives = readRules(`${FOLDER}/rules/slo.yml`);
const rules = [...alerts, ...objectives];
const own = [...Object.keys(COUNTERS), ...Object.keys(HISTOGRAMS), ...Object.keys(GAUGES), ...Object.keys(FIGURES)];
const exported = new Set([
  ...createMetrics('test')
    .registry.getMetricsAsArray()
    .map(({ name }) => name),
  ...own.filter((name) => !(name in HISTOGRAMS)),
  ...Object.keys(HISTOGRAMS).flatMap((name) => ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`)),
  ...objectives.flatMap(({ record }) => (record === undefined ? [] : [record])),
]);
const unknownIn = (exprs: readonly string[]) => exprs.flatMap(metricsIn).filter((name) => !exported.has(name));

describe('rules', () => {
  test('name metrics that the program exports', () => {
    expect(rules.length).toBe([...read(`${FOLDER}/rules/alerts.yml`).matchAll(/- alert:/g)].length + 24);
    expect(rules.every(({ expr }) => expr === 'up{job="volley"} == 0' || metricsIn(expr).length > 0)).toBe(true);
    expect(unknownIn(rules.map(({ expr }) => expr))).toEqual([]);
  });

  test('have a test, a runbook that exists, and a row with their condition', () => {
    const tests = read(`${FOLDER}/tests/alerts.yml`);
    const page = read(PAGE);
    for (const { alert, expr, wait, runbook = '' } of alerts) {
      expect(tests).toContain(`alertname: ${alert}\n`);
      expect(page).toContain(`| \`${alert}\` | \`${expr.replaceAll('|', String.raw`\|`)}\` | ${wait} |`);
      expect(headings(runbook), runbook).toContain(runbook.split('#')[1]);
    }
  });

  test('wait in `for` only, and a proof can shorten it', () => {
    const short = withShortWaits(read(`${FOLDER}/rules/alerts.yml`));
    expect([...short.matchAll(/^ +for: (\S+)$/gm)].map(([, wait]) => wait)).toEqual(
      alerts.map(({ wait }) => (wait === '0m' ? '0m' : '1s')),
    );
  });
});

/** Anchors of the headings of a page; a link to the page itself has none. */
function headings(runbook: string): (string | undefined)[] {
  const [path = '', anchor] = runbook.split('#');
  if (anchor === undefined) return existsSync(path) ? [undefined] : [];
  return [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('dashboards', () => {
  test('are the files of deploy/observability; `npm run dashboards` writes them', () => {
    expect(readdirSync(DASHBOARD_FOLDER).toSorted((a, b) => a.localeCompare(b))).toEqual(
      DASHBOARDS.map(({ name }) => `${name}.json`).toSorted((a, b) => a.localeCompare(b)),
    );
    for (const dashboard of DASHBOARDS)
      expect(JSON.parse(read(`${DASHBOARD_FOLDER}/${dashboard.name}.json`))).toEqual(
        JSON.parse(renderDashboard(dashboard)),
      );
  });

  test('name metrics that the program exports, in every panel', () => {
    const panels = DASHBOARDS.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
    for (const { queries } of panels) for (const { expr } of queries) expect(metricsIn(expr), expr).not.toEqual([]);
    expect(unknownIn(panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)))).toEqual([]);
  });
});

test('autoscalers by queue name metrics that the program exports', () => {
  const folder = 'deploy/kubernetes/scaling/by-queue';
  const texts = readdirSync(folder).map((name) => read(`${folder}/${name}`));
  const queries = texts.flatMap((text) => [...text.matchAll(/^ +query: (.*)$/gm)].map(([, query = '']) => query));
  expect(queries).toHaveLength(4);
  expect(queries.every((query) => metricsIn(query).length > 0)).toBe(true);
  expect(unknownIn(queries)).toEqual([]);
});

test('every metric of the program has a row on the page of metrics, and the page names no other', () => {
  const page = read(PAGE);
  const rows = page.slice(page.indexOf('## Metrics of a process'), page.indexOf('## Alerts'));
  const named = [...rows.matchAll(/^\| (`volley_\w+`(?:, `volley_\w+`)*) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/volley_\w+/g)].map(([name]) => name),
  );
  expect(named.toSorted((a, b) => a.localeCompare(b))).toEqual(own.toSorted((a, b) => a.localeCompare(b)));
});

// `.ci/run` also runs their tests, which take ten seconds.
test.skipIf(spawnSync(PROMTOOL, ['--version']).status !== 0)('promtool accepts the rules', () => {
  const files = [`${FOLDER}/rules/alerts.yml`, `${FOLDER}/rules/slo.yml`];
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'rules', ...files], { encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`).toBe(0);
});
