// Setup file of Vitest: passes the databases of each test file to the reporter of the ledger, and lets its ids follow
// its clock.
import { afterAll } from 'vitest';
import { uuidV7 } from '../../src/platform/uuid-v7.ts';
import { takeUsedDatabases } from './databases.ts';

declare module 'vitest' {
  // Vitest's way to declare values that a file passes to reporters.
  interface TaskMeta {
    databases?: readonly string[];
  }
}

// Ids of a process do not follow a clock that steps back by less than a minute, as from the moved time of one file to
// the time of the next: a message would be younger than its database, and a code would live too long. A longer step
// ends that.
uuidV7(0);

// Registered before the hooks of the file, so it runs after them.
// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern for the fixtures, and none is used.
afterAll(({}, file) => {
  file.meta.databases = takeUsedDatabases();
});
