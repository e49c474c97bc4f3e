import { defineConfig } from 'vitest/config';
import { compiledTexts } from './web/compiled-texts.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/test/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // These talk to real servers on a machine that may be busy: one more try tells a fault from a hiccup.
          retry: process.env['CI'] === 'true' ? 1 : 0,
        },
      },
      {
        // The texts of the console are compiled by its own plug-in, here as in the build.
        plugins: [compiledTexts()],
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.test.ts'],
          globalSetup: ['web/e2e/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One system, one browser at a time: what is measured must not be somebody else's work.
          maxWorkers: 1,
          fileParallelism: false,
          retry: process.env['CI'] === 'true' ? 1 : 0,
        },
      },
    ],
  },
});
