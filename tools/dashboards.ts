// `npm run dashboards`: writes the dashboards of Grafana into deploy/observability/dashboards. A test compares them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { DASHBOARD_FOLDER, DASHBOARDS } from './observability/dashboards/all-dashboards.ts';
import { renderDashboard } from './observability/dashboards/render.ts';

mkdirSync(DASHBOARD_FOLDER, { recursive: true });
for (const dashboard of DASHBOARDS)
  writeFileSync(`${DASHBOARD_FOLDER}/${dashboard.name}.json`, renderDashboard(dashboard));
