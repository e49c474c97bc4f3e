// A dashboard as the JSON that Grafana imports. Ids are numbers in the order of the panels, so a change of one panel
// changes only its lines.
import type { Dashboard, Panel } from './panel.ts';

const WIDTH = 24;
const HEIGHT = 8;
const STAT_HEIGHT = 4;
const SCHEMA = 39;
const SOURCE = { type: 'prometheus', uid: '${datasource}' };

export function renderDashboard({ name, title, rows }: Dashboard): string {
  const panels: object[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: place(0, y, WIDTH, 1),
    });
    y += 1;
    const height = row.panels.every(({ kind }) => kind === 'stat') ? STAT_HEIGHT : HEIGHT;
    const width = Math.floor(WIDTH / row.panels.length);
    for (const [at, panel] of row.panels.entries())
      panels.push({ id: panels.length + 1, ...panelOf(panel), gridPos: place(at * width, y, width, height) });
    y += height;
  }
  const dashboard = {
    uid: `volley-${name}`,
    title: `Volley: ${title}`,
    tags: ['volley'],
    schemaVersion: SCHEMA,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
    panels,
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

const place = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });

function panelOf({ title, description, kind, unit, queries, redFrom }: Panel): object {
  const steps = [{ color: 'green', value: null }, ...(redFrom === undefined ? [] : [{ color: 'red', value: redFrom }])];
  return {
    type: kind,
    title,
    description,
    datasource: SOURCE,
    fieldConfig: {
      defaults: { unit, min: 0, thresholds: { mode: 'absolute', steps } },
      overrides: [],
    },
    options:
      kind === 'stat'
        ? { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'background', graphMode: 'area' }
        : { legend: { displayMode: 'table', placement: 'right', calcs: ['max', 'lastNotNull'] } },
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource: SOURCE,
      expr,
      legendFormat: legend === '' ? '__auto' : legend,
    })),
  };
}
