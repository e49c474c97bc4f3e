// The rules of deploy/observability as objects of the Prometheus Operator: the same groups, one object per file.
import { readFileSync } from 'node:fs';

export const RULE_FOLDER = 'deploy/kubernetes/monitoring';
export const RULE_NAMES = ['alerts', 'slo'];

export function renderPrometheusRule(name: string): string {
  const file = `deploy/observability/rules/${name}.yml`;
  const groups = readFileSync(file, 'utf8').split(/^(?=groups:$)/m)[1];
  if (groups === undefined) throw new Error(`${file} has no groups`);
  return `# Written by \`npm run dashboards\` from ${file}.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: volley-${name}
spec:
${groups.replaceAll(/^(?=.)/gm, '  ')}`;
}
