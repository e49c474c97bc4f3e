// `npm run dashboards`: writes the dashboards of Grafana into deploy/observability/dashboards, and the rules for the
// Prometheus Operator into deploy/kubernetes/monitoring. Tests compare them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { DASHBOARD_FOLDER, DASHBOARDS } from './observability/dashboards/all-dashboards.ts';
import { renderDashboard } from './observability/dashboards/render.ts';
import { RULE_FOLDER, RULE_NAMES, renderPrometheusRule } from './observability/prometheus-rule.ts';

mkdirSync(DASHBOARD_FOLDER, { recursive: true });
for (const dashboard of DASHBOARDS)
  writeFileSync(`${DASHBOARD_FOLDER}/${dashboard.name}.json`, renderDashboard(dashboard));
for (const name of RULE_NAMES) writeFileSync(`${RULE_FOLDER}/${name}.yaml`, renderPrometheusRule(name));
