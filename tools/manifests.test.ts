// The files of deploy/ against the program: settings that exist, and a process for every role. Where kubectl is
// installed, the manifests are rendered as well.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTINGS } from '@volley/server/config.ts';
import { describe, expect, test } from 'vitest';

const ROLES = ['api', 'connector', 'notifier', 'pacer', 'recorder', 'sweeper'];
const FOLDER = 'deploy/kubernetes';
const KNOWN = new Set(Object.values(SETTINGS).flatMap(({ env }) => [env, `${env}_FILE`]));
const read = (path: string) => readFileSync(path, 'utf8');
const strange = (names: readonly (string | undefined)[]) => names.filter((name) => !KNOWN.has(String(name)));
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

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
    const place = mkdtempSync(join(tmpdir(), 'volley-kustomize-'));
    cpSync(FOLDER, join(place, 'kubernetes'), { recursive: true });
    mkdirSync(join(place, 'overlay'));
    writeFileSync(
      join(place, 'overlay/kustomization.yaml'),
      'resources: [../kubernetes/volley]\ncomponents: [../kubernetes/scaling/by-queue]\n',
    );
    const { stdout, stderr } = spawnSync('kubectl', ['kustomize', join(place, 'overlay')], { encoding: 'utf8' });
    rmSync(place, { recursive: true });
    expect(stderr).toBe('');
    const targets = namesIn(stdout, /^ {2}scaleTargetRef:\n(?: {4}\w+: .*\n)*? {4}name: (\w+)$/gm);
    expect(targets.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'api',
      'connector',
      'notifier',
      'recorder',
    ]);
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

test('the units of systemd run the roles of their setting', () => {
  const unit = read('deploy/systemd/volley@.service');
  expect(unit).toMatch(/^Environment=.*\bROLES=%i$/m);
  expect(unit).toMatch(/^ExecStart=\S+ server\/src\/main\.ts$/m);
});
