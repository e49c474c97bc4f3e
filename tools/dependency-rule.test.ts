// The dependency rule must refuse what it forbids: small trees with one breach each, judged by the very
// configuration of this repository.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A tree in which everything is allowed: path → files it imports. */
const SOUND: Readonly<Record<string, readonly string[]>> = {
  'domain/src/money.ts': [],
  'contract/src/wire.ts': ['domain/src/money.ts'],
  'smpp/src/session.ts': [],
  'simulator/src/centre.ts': ['smpp/src/session.ts', 'domain/src/money.ts'],
  'server/src/platform/database.ts': [],
  'server/src/features/companies/company.ts': ['server/src/platform/database.ts', 'domain/src/money.ts'],
  'server/src/features/senders/sender.ts': ['server/src/features/companies/company.ts'],
  'server/src/features/senders/senders.sql.ts': ['server/src/platform/database.ts'],
  'server/src/features/callbacks/deliver.ts': ['server/src/platform/database.ts'],
  'server/src/features/dispatches/start.ts': ['server/src/features/senders/sender.ts'],
  'server/src/connectors/sms/link.ts': ['smpp/src/session.ts'],
  'server/src/workers/pacer/run.ts': ['server/src/features/dispatches/start.ts'],
  'server/src/workers/clock/run.ts': [],
  'server/src/surfaces/api/mount.ts': ['server/src/features/dispatches/start.ts', 'contract/src/wire.ts'],
  'server/src/processes/api.ts': ['server/src/surfaces/api/mount.ts', 'server/src/workers/pacer/run.ts'],
};

function judge(from?: string, to?: string): { ok: boolean; report: string } {
  const folder = mkdtempSync(join(tmpdir(), 'volley-rule-'));
  try {
    for (const [path, imports] of Object.entries(SOUND)) {
      const all = path === from && to !== undefined ? [...imports, to] : imports;
      const up = '../'.repeat(path.split('/').length - 1);
      const lines = all.map((imported, at) => `import { a as a${at} } from '${up}${imported}';`);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const uses = all.map((_, at) => `a${at}`).join(', ');
      writeFileSync(join(folder, path), `${lines.join('\n')}\nexport const a: unknown[] = [${uses}];\n`);
    }
    const run = spawnSync(
      join(ROOT, 'node_modules/.bin/depcruise'),
      ['--no-progress', '.', '--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'err'],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1', PATH: `${ROOT}node_modules/.bin:${process.env['PATH'] ?? ''}` },
      },
    );
    return { ok: run.status === 0, report: `${run.stdout}${run.stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the dependency rule', () => {
  test('accepts a tree that keeps it', () => {
    expect(judge()).toEqual({ ok: true, report: expect.stringContaining('no dependency violations') });
  });

  test.each([
    [
      'upward',
      'server/src/platform/database.ts',
      'server/src/features/callbacks/deliver.ts',
      'platform-under-features',
    ],
    [
      'upward, features to workers',
      'server/src/features/callbacks/deliver.ts',
      'server/src/workers/clock/run.ts',
      'features|connectors-under-surfaces|workers',
    ],
    [
      'sideways on a shelf',
      'server/src/features/senders/sender.ts',
      'server/src/features/callbacks/deliver.ts',
      'senders-reaches-only-lower-shelves',
    ],
    [
      'to a higher shelf',
      'server/src/features/companies/company.ts',
      'server/src/features/callbacks/deliver.ts',
      'companies-reaches-only-lower-shelves',
    ],
    ['between workers', 'server/src/workers/pacer/run.ts', 'server/src/workers/clock/run.ts', 'workers-neighbours'],
    [
      'between wings',
      'server/src/features/callbacks/deliver.ts',
      'server/src/connectors/sms/link.ts',
      'are-separate-wings',
    ],
    [
      'of wire formats into a feature',
      'server/src/features/callbacks/deliver.ts',
      'contract/src/wire.ts',
      'features-never-see-wire-formats',
    ],
    [
      "of another feature's SQL",
      'server/src/features/dispatches/start.ts',
      'server/src/features/senders/senders.sql.ts',
      'sql-is-private-to-its-feature',
    ],
    [
      'of SQL into a surface',
      'server/src/surfaces/api/mount.ts',
      'server/src/features/senders/senders.sql.ts',
      'sql-is-only-for-features',
    ],
    ['out of the domain', 'domain/src/money.ts', 'smpp/src/session.ts', 'domain-is-pure'],
    [
      'of the simulator into the server',
      'server/src/workers/clock/run.ts',
      'simulator/src/centre.ts',
      'server-may-import',
    ],
    ['in a circle', 'server/src/features/companies/company.ts', 'server/src/features/senders/sender.ts', 'no-cycles'],
  ])('refuses an import %s', (_name, from, to, rule) => {
    const { ok, report } = judge(from, to);
    expect(report).toContain(rule);
    expect(ok).toBe(false);
  });
});
