// Setup file of Vitest: passes the databases of each test file to the reporter of the ledger.
import { afterAll } from 'vitest';
import { takeUsedDatabases } from './databases.ts';

declare module 'vitest' {
  // Vitest's way to declare values that a file passes to reporters.
  interface TaskMeta {
    databases?: readonly string[];
  }
}

// Registered before the hooks of the file, so it runs after them.
// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern for the fixtures, and none is used.
afterAll(({}, file) => {
  file.meta.databases = takeUsedDatabases();
});
