import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compiledTexts } from './web/compiled-texts.ts';

// Compiled code is cached, here and in the workers: loading the server takes half of the time of a single file.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));
enableCompileCache();

// A recorded run writes which sources, tables and endpoints each file touches (tools/ci/record).
const isRecorded = process.env['REACH_FOLDER'] !== undefined;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          setupFiles: ['tools/ledger/file-cpu.ts', 'tools/proofs/property-runs.ts'],
          // Only ends what hangs: no test of this project judges time.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: availableParallelism(),
          // A process runs many files, which share their modules: most files are shorter than the start of a process.
          // A test gives back what it replaces, timers above all.
          isolate: false,
          restoreMocks: true,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/test/**/*.test.ts', ...(isRecorded ? ['tools/ci/record/idle-system.ts'] : [])],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: [
            ...(isRecorded ? ['tools/ci/record/record-file.ts'] : []),
            'tools/ledger/file-cpu.ts',
            'server/test/given/file-figures.ts',
            'tools/proofs/property-runs.ts',
          ],
          // Only ends what hangs.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 120_000 } },
          // Files mostly wait for servers, so twice as many run at once as there are cores. At most four: a file holds
          // 8 to 24 of the hundred connections that PostgreSQL allows by default.
          maxWorkers: Math.min(2 * availableParallelism(), 4),
          // A worker keeps its modules between files: loading the server takes longer than most files.
          isolate: false,
          experimental: { viteModuleRunner: false },
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The texts of the console are compiled by its own plug-in, here as in the build.
        plugins: [compiledTexts()],
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.test.ts'],
          globalSetup: ['web/e2e/global-setup.ts'],
          setupFiles: [...(isRecorded ? ['web/e2e/given/record-pages.ts'] : []), 'tools/ledger/file-cpu.ts'],
          // Safety nets: nothing is judged by the time it takes, what is measured is counted or CPU time. On a slow
          // machine a page of many rows takes ten times as long as usual.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 240_000, interval: 100 } },
          // A page computes as long as it waits for its server: three files keep two processors busy. With LONG=1 the
          // tests judge wall time too, and one file runs at a time.
          maxWorkers: process.env['LONG'] === '1' ? 1 : 3,
          maxConcurrency: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
