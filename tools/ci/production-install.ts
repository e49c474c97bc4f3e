// A step of CI: installs the server's runtime packages into an empty folder and compares them with the published list.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../check/step.ts';

const INSTALL =
  'npm ci --omit=dev --workspace server --include-workspace-root=false --ignore-scripts --no-audit --no-fund --loglevel=error';

const place = mkdtempSync(join(tmpdir(), 'volley-production-'));
try {
  for (const file of ['package.json', 'package-lock.json', '.npmrc', ...globSync('*/package.json', { cwd: ROOT })]) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    cpSync(join(ROOT, file), join(place, file));
  }
  const run = (command: string, cwd: string) => spawnSync(command, { cwd, shell: true, stdio: 'inherit' }).status === 0;
  const isGood = run(INSTALL, place) && run(`node tools/production-packages.ts --installed "${place}"`, ROOT);
  process.exitCode = isGood ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
