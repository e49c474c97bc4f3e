// The files of deploy/ against the program: settings that exist, and a process for every role. Where kubectl is
// installed, the manifests are rendered as well.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTINGS } from '@volley/server/config.ts';
import { describe, expect, test } from 'vitest';
import { RULE_FOLDER, RULE_NAMES, renderPrometheusRule } from '../observability/prometheus-rule.ts';
import { readRules } from '../observability/shipped-rules.ts';

const ROLES = ['api', 'connector', 'notifier', 'pacer', 'recorder', 'sweeper'];
const FOLDER = 'deploy/kubernetes';
const KNOWN = new Set(Object.values(SETTINGS).flatMap(({ env }) => [env, `${env}_FILE`]));
const read = (path: string) => readFileSync(path, 'utf8');
const strange = (names: readonly (string | undefined)[]) => names.filter((name) => !KNOWN.has(String(name)));
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

/** The manifests with a component of deploy/kubernetes. */
function renderOverlay(component: string): string {
  const place = mkdtempSync(join(tmpdir(), 'volley-kustomize-'));
  cpSync(FOLDER, join(place, 'kubernetes'), { recursive: true });
  mkdirSync(join(place, 'overlay'));
  writeFileSync(
    join(place, 'overlay/kustomization.yaml'),
    `resources: [../kubernetes/volley]\ncomponents: [../kubernetes/${component}]\n`,
  );
  const { stdout, stderr } = spawnSync('kubectl', ['kustomize', join(place, 'overlay')], { encoding: 'utf8' });
  rmSync(place, { recursive: true });
  expect(stderr).toBe('');
  return stdout;
}

describe('kubernetes', () => {
  const files = readdirSync(`${FOLDER}/volley`).map((name) => [name, read(`${FOLDER}/volley/${name}`)] as const);
  const all = files.map(([, text]) => text).join('\n');

  test('every role has a workload, and migrate a job', () => {
    expect(namesIn(all, /^ +args: \[([a-z]+)\]$/gm).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(
      [...ROLES, 'api', 'migrate'].toSorted((a, b) => a.localeCompare(b)),
    );
  });

  test('every resource is listed', () => {
    const listed = read(`${FOLDER}/volley/kustomization.yaml`);
    for (const [name] of files) if (name !== 'kustomization.yaml') expect(listed).toContain(name);
  });

  test('settings exist', () => {
    expect(strange(namesIn(read(`${FOLDER}/volley/settings.env`), /^([A-Z0-9_]+)=/gm))).toEqual([]);
    expect(strange(namesIn(all, /- \{ name: ([A-Z0-9_]+), value/g))).toEqual([]);
    expect(strange(namesIn(read(`${FOLDER}/examples/overlay/kustomization.yaml`), /- ([A-Z0-9_]+)=/g))).toEqual([]);
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
  test.skipIf(!hasKubectl)('the manifests can be rendered', () => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', `${FOLDER}/volley`], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    for (const role of ROLES) expect(stdout).toContain(`- args:\n        - ${role}\n`);
  });

  test.skipIf(!hasKubectl)('the autoscalers by queue can be added to them, one per workload', () => {
    const stdout = renderOverlay('scaling/by-queue');
    const targets = namesIn(stdout, /^ {2}scaleTargetRef:\n(?: {4}\w+: .*\n)*? {4}name: (\w+)$/gm);
    expect(targets.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'api',
      'connector',
      'notifier',
      'recorder',
    ]);
  });

  test.skipIf(!hasKubectl)(
    'the monitoring can be added to them, and carries every rule of deploy/observability',
    () => {
      const rendered = renderOverlay('monitoring');
      expect(namesIn(rendered, /^kind: (P\w+Monitor|PrometheusRule)$/gm)).toEqual([
        'PodMonitor',
        'PrometheusRule',
        'PrometheusRule',
      ]);
      const shipped = RULE_NAMES.flatMap((name) => readRules(`deploy/observability/rules/${name}.yml`));
      const names = namesIn(rendered, /^ +(?:- )?(?:alert|record): (\S+)$/gm);
      expect(names).toEqual(shipped.map(({ alert, record }) => alert ?? record));
    },
  );

  test.each(RULE_NAMES)('the rules %s of the monitoring are those of deploy/observability', (name) => {
    expect(read(`${RULE_FOLDER}/${name}.yaml`)).toBe(renderPrometheusRule(name));
  });

  test('the monitoring scrapes the port of the pods under the job of the rules', () => {
    const pods = read(`${FOLDER}/monitoring/pods.yaml`);
    expect(pods).toContain('jobLabel: app.kubernetes.io/name\n');
    expect(read(`${FOLDER}/volley/kustomization.yaml`)).toContain('pairs: { app.kubernetes.io/name: volley }');
    const [port] = namesIn(pods, /- \{ port: (\w+),/g);
    expect(read(`${FOLDER}/volley/every-pod.yaml`)).toContain(`- { name: ${port}, containerPort: 9090 }`);
  });

  test('api scales by its processor in both', () => {
    expect(read(`${FOLDER}/scaling/by-queue/api.yaml`)).toBe(read(`${FOLDER}/scaling/api.yaml`));
  });
});

describe('compose.yaml', () => {
  const compose = read('compose.yaml');

  test('every role has a service', () => {
    expect(namesIn(compose, /^ {4}command: \[([a-z]+)\]$/gm)).toEqual(expect.arrayContaining(ROLES));
  });

  test('settings exist', () => {
    const own = namesIn(compose, /^ {2}environment: &settings\n((?: {4}[A-Z0-9_]+:.*\n)+)/gm).join('');
    expect(namesIn(own, /^ {4}([A-Z0-9_]+):/gm).length).toBeGreaterThan(8);
    expect(strange(namesIn(own, /^ {4}([A-Z0-9_]+):/gm))).toEqual([]);
  });
});

describe('units of systemd', () => {
  const unit = read('deploy/systemd/volley@.service');
  const ports = [...ROLES, 'staff'].map(
    (name) => [name, namesIn(read(`deploy/systemd/ports/${name}.env`), /^METRICS_PORT=(\d+)$/gm).join()] as const,
  );

  test('run the roles of their setting', () => {
    expect(unit).toMatch(/^Environment=.*\bROLES=%i$/m);
    expect(unit).toMatch(/^ExecStart=\S+ server\/src\/main\.ts$/m);
  });

  test('have private ports of their own, which settings of the installation go over', () => {
    expect(namesIn(unit, /^EnvironmentFile=(\S+)$/gm)).toEqual([
      '-/opt/volley/deploy/systemd/ports/%i.env',
      '/etc/volley/volley.env',
      '-/etc/volley/%i.env',
    ]);
    expect(new Set(ports.map(([, port]) => port)).size).toBe(ROLES.length + 1);
  });

  test('are scraped at the ports that the page names', () => {
    const page = read('docs/operating/metrics-and-alarms.md');
    const scraped = read('deploy/observability/prometheus-systemd.yml');
    for (const [name, port] of ports) {
      expect(page).toContain(`\`${name}\` ${port}`);
      if (name !== 'staff') expect(scraped).toContain(`- 127.0.0.1:${port} # ${name}\n`);
    }
  });
});
