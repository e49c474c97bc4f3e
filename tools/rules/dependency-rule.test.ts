// The dependency rule must report every forbidden import. A single run of dependency-cruiser with the configuration of
// this repository checks a tree of allowed imports and a pair of files per forbidden import. The files of a pair belong
// to no other pair, so that one violation cannot hide another.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A tree of allowed imports: path → imported files. */
const SOUND: Readonly<Record<string, readonly string[]>> = {
  'domain/src/money/money.ts': [],
  'contract/src/wire.ts': ['domain/src/money/money.ts'],
  'smpp/src/session/session.ts': [],
  'simulator/src/centre.ts': ['smpp/src/session/session.ts', 'domain/src/money/money.ts'],
  'server/src/platform/database/database.ts': [],
  'server/src/features/companies/company.ts': ['server/src/platform/database/database.ts', 'domain/src/money/money.ts'],
  'server/src/features/senders/sender.ts': ['server/src/features/companies/company.ts'],
  'server/src/features/senders/senders.sql.ts': ['server/src/platform/database/database.ts'],
  'server/src/features/callbacks/deliver.ts': ['server/src/platform/database/database.ts'],
  'server/src/features/queue/strands/strands.sql.ts': [],
  'server/src/features/dispatches/start.ts': [
    'server/src/features/senders/sender.ts',
    'server/src/features/queue/strands/strands.sql.ts',
  ],
  'server/src/surfaces/http/mount.ts': ['contract/src/wire.ts'],
  'server/src/connectors/sms/link.ts': ['smpp/src/session/session.ts'],
  'server/src/workers/pacer/run.ts': ['server/src/features/dispatches/start.ts'],
  'server/src/workers/sweeper/run.ts': [],
  'server/src/surfaces/api/mount.ts': [
    'server/src/features/dispatches/start.ts',
    'server/src/surfaces/http/mount.ts',
    'contract/src/wire.ts',
  ],
  'server/src/processes/api.ts': ['server/src/surfaces/api/mount.ts', 'server/src/workers/pacer/run.ts'],
};

type Breach = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** All rules that must report the import. */
  readonly rules: readonly string[];
  /** The imported file imports the importing file. dependency-cruiser reports a cycle once. */
  readonly isCircle?: true;
};

const BREACHES: readonly Breach[] = [
  {
    name: 'upward',
    from: 'server/src/platform/upward.ts',
    to: 'server/src/features/callbacks/over-platform.ts',
    rules: ['platform-under-features|connectors'],
  },
  {
    name: 'upward, features to workers',
    from: 'server/src/features/callbacks/upward.ts',
    to: 'server/src/workers/sweeper/over-features.ts',
    rules: ['features|connectors-under-surfaces|workers'],
  },
  {
    name: 'sideways in a tier',
    from: 'server/src/features/senders/sideways.ts',
    to: 'server/src/features/callbacks/beside-senders.ts',
    rules: ['senders-imports-only-lower-tiers'],
  },
  {
    name: 'to a higher tier',
    from: 'server/src/features/companies/higher.ts',
    to: 'server/src/features/callbacks/over-companies.ts',
    rules: ['companies-imports-only-lower-tiers'],
  },
  {
    name: 'between workers',
    from: 'server/src/workers/pacer/sideways.ts',
    to: 'server/src/workers/sweeper/beside-pacer.ts',
    rules: ['workers-neighbours'],
  },
  {
    name: 'between features and connectors',
    from: 'server/src/features/callbacks/to-a-connector.ts',
    to: 'server/src/connectors/sms/beside-features.ts',
    rules: ['features|connectors-do-not-meet'],
  },
  {
    name: 'of wire formats into a feature',
    from: 'server/src/features/callbacks/wire.ts',
    to: 'contract/src/wire-of-feature.ts',
    rules: ['features-never-see-wire-formats'],
  },
  {
    name: 'of the queue into the product',
    from: 'server/src/features/queue/upward.ts',
    to: 'server/src/features/dispatches/over-queue.ts',
    rules: ['queue-imports-only-lower-tiers'],
  },
  {
    name: 'between surfaces',
    from: 'server/src/surfaces/api/sideways.ts',
    to: 'server/src/surfaces/pages/beside-api.ts',
    rules: ['surfaces-neighbours'],
  },
  {
    name: 'of a surface into the base of all surfaces',
    from: 'server/src/surfaces/http/upward.ts',
    to: 'server/src/surfaces/api/over-http.ts',
    rules: ['surfaces-neighbours'],
  },
  {
    name: 'of SQL into a surface',
    from: 'server/src/surfaces/api/sql.ts',
    to: 'server/src/features/senders/in-surface.sql.ts',
    rules: ['sql-is-only-for-features'],
  },
  {
    name: 'out of the domain',
    from: 'domain/src/impure.ts',
    to: 'smpp/src/in-domain.ts',
    rules: ['domain-is-pure', 'domain-may-import-nothing'],
  },
  {
    name: 'of the simulator into the server',
    from: 'server/src/workers/sweeper/simulated.ts',
    to: 'simulator/src/in-server.ts',
    rules: ['server-may-import-domain-contract-smpp'],
  },
  {
    name: 'in a cycle',
    from: 'server/src/features/companies/circle.ts',
    to: 'server/src/features/senders/circle.ts',
    rules: ['companies-imports-only-lower-tiers', 'no-cycles'],
    isCircle: true,
  },
];

/** Only the severity `error` fails `npm run check`. */
type Violation = { readonly from: string; readonly to: string; readonly rule: string; readonly severity: string };

const importsOf = ({ from, to, isCircle }: Breach): readonly (readonly [string, readonly string[]])[] => [
  [from, [to]],
  [to, isCircle === undefined ? [] : [from]],
];

function writeTree(folder: string, files: readonly (readonly [string, readonly string[]])[]): void {
  for (const [path, imports] of files) {
    const up = '../'.repeat(path.split('/').length - 1);
    const lines = imports.map((imported, at) => `import { a as a${at} } from '${up}${imported}';`);
    const uses = imports.map((_, at) => `a${at}`).join(', ');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${lines.join('\n')}\nexport const a: unknown[] = [${uses}];\n`);
  }
}

type Cruise = {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly { from: string; to: string; rule: { name: string; severity: string } }[];
  };
};

function cruise(folder: string): { files: readonly string[]; violations: readonly Violation[] } {
  const run = spawnSync(
    join(ROOT, 'node_modules/.bin/depcruise'),
    ['--no-progress', '.', '--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', PATH: `${ROOT}node_modules/.bin:${process.env['PATH'] ?? ''}` },
    },
  );
  if (run.stdout === '') throw new Error(`depcruise wrote no report: ${run.stderr}`);
  const { modules, summary } = JSON.parse(run.stdout) as Cruise; // dependency-cruiser documents this shape
  return {
    files: modules.map(({ source }) => source),
    violations: summary.violations.map(({ from, to, rule }) => ({
      from,
      to,
      rule: rule.name,
      severity: rule.severity,
    })),
  };
}

describe('the dependency rule', () => {
  let files: readonly string[] = [];
  let violations: readonly Violation[] = [];
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'volley-rule-'));
    try {
      writeTree(folder, [...Object.entries(SOUND), ...BREACHES.flatMap(importsOf)]);
      ({ files, violations } = cruise(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);

  const planted = new Set(BREACHES.flatMap(({ from, to }) => [from, to]));

  test('accepts a tree of allowed imports', () => {
    expect(files).toEqual(expect.arrayContaining(Object.keys(SOUND)));
    expect(violations.filter(({ from, to }) => !planted.has(from) || !planted.has(to))).toEqual([]);
  });

  test.each(BREACHES)('refuses an import $name', (breach) => {
    const own = violations.filter((one) => [one.from, one.to].some((file) => [breach.from, breach.to].includes(file)));
    const inOrder = (list: readonly Violation[]) => list.toSorted((a, b) => a.rule.localeCompare(b.rule));
    const { from, to, rules } = breach;
    expect(inOrder(own)).toEqual(rules.map((rule) => ({ from, to, rule, severity: 'error' })));
  });
});
