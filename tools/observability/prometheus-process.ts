// A Prometheus of this machine with the shipped rules, which scrapes and evaluates every second and waits a second
// instead of the duration in `for`.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from '@volley/bench/harness/child-process.ts';
import { findProgram } from '@volley/bench/harness/find-program.ts';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { listAt, memberAt, textAt } from '@volley/bench/harness/json.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';

export const OBSERVABILITY = 'deploy/observability';
const START_MS = 60_000;

export type FiringAlert = { readonly name: string; readonly labels: Readonly<Record<string, string>> };

export type Prometheus = {
  readonly child: Child;
  firing(): Promise<FiringAlert[]>;
  /** Rules whose last evaluation failed. */
  brokenRules(): Promise<string[]>;
  /** Private ports that answer. */
  targetsUp(): Promise<number>;
};

/** Every duration in `for` becomes a second; conditions stay. */
export const withShortWaits = (rules: string): string => rules.replaceAll(/^( +for:) (?!0m).*$/gm, '$1 1s');

export async function startPrometheus(folder: string, targets: readonly string[]): Promise<Prometheus> {
  const place = join(folder, 'prometheus');
  mkdirSync(join(place, 'rules'), { recursive: true });
  cpSync(`${OBSERVABILITY}/rules`, join(place, 'rules'), { recursive: true });
  for (const name of readdirSync(join(place, 'rules'))) {
    const file = join(place, 'rules', name);
    writeFileSync(file, withShortWaits(readFileSync(file, 'utf8')));
  }
  writeFileSync(join(place, 'prometheus.yml'), configuration(targets));
  const port = await freePort();
  const child = await startChild({
    name: 'prometheus',
    command: findProgram('prometheus'),
    args: [
      `--config.file=${join(place, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(place, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    logFile: join(folder, 'prometheus.log'),
  });
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return memberAt(await response.json(), 'data');
  };
  await waitFor('Prometheus', async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok, {
    timeoutMs: START_MS,
    everyMs: 200,
  });
  return {
    child,
    firing: async () => listAt(await ask('/api/v1/alerts'), 'alerts').flatMap(firingAlert),
    brokenRules: async () =>
      listAt(await ask('/api/v1/rules'), 'groups')
        .flatMap((group) => listAt(group, 'rules'))
        .filter((rule) => textAt(rule, 'health') !== 'ok')
        .map((rule) => `${textAt(rule, 'name')}: ${JSON.stringify(memberAt(rule, 'lastError'))}`),
    targetsUp: async () =>
      listAt(await ask('/api/v1/targets?state=active'), 'activeTargets').filter(
        (target) => textAt(target, 'health') === 'up',
      ).length,
  };
}

const configuration = (targets: readonly string[]): string =>
  JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules/*.yml'],
    scrape_configs: [{ job_name: 'volley', static_configs: [{ targets }] }],
  });

function firingAlert(alert: unknown): FiringAlert[] {
  if (textAt(alert, 'state') !== 'firing') return [];
  const { alertname = '', ...labels } = Object.fromEntries(
    Object.entries(memberAt(alert, 'labels') ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return [{ name: alertname, labels }];
}
