// `npm run check`: everything that can be judged without running the product, stopping at nothing,
// so that one run shows every complaint. Each step is a command a person can run alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const migrations = readdirSync('server/migrations').map((file) => `server/migrations/${file}`);

const steps: ReadonlyArray<readonly [name: string, command: string, args: readonly string[]]> = [
  ['format', 'biome', ['check', '--linter-enabled=false', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings', '.']],
  ['types', 'tsc', ['-p', '.']],
  ['types of the console', 'tsc', ['-p', 'web']],
  [
    'dependency rule',
    'depcruise',
    [
      '--no-progress',
      '.',
      '--include-only',
      '^(domain|contract|smpp|server|sdk|web|widget|simulator|bench|tools)/(?!dist/)',
      '--output-type',
      'err-long',
    ],
  ],
  ['unused code', 'knip', []],
  ['migrations', 'squawk', ['--config', 'squawk.toml', ...migrations]],
  ['contract current', 'node', ['tools/openapi.ts', '--check']],
  ['schema current', 'node', ['tools/schema.ts', '--check']],
];

let failed = 0;
for (const [name, command, args] of steps) {
  if (command === 'node' && args[0] !== undefined && !existsSync(args[0])) continue;
  const startedAt = Date.now();
  const run = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const ok = run.status === 0;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!ok) {
    failed += 1;
    console.log(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ? String(run.error) : ''}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
