import { describe, expect, test } from 'vitest';
import { graphOf } from './import-graph.ts';
import type { ReachMap } from './reach-map.ts';
import { type Change, type Project, selectFiles } from './select-files.ts';

const MONEY = 'server/test/money/books.test.ts';
const KEYS = 'server/test/console/keys.test.ts';
const PAGES = 'server/test/docs-pages.test.ts';
const STORAGE = 'server/test/storage/migrate.test.ts';
const E2E = 'web/e2e/truth.test.ts';
const WIDGET = 'web/e2e/widget/flow.test.ts';
const TESTS = [MONEY, KEYS, PAGES, STORAGE, E2E, WIDGET];

const ENDPOINTS = `const Key = Type.Object({});
const Other = Type.Object({});
export const createKey = endpoint({
  id: 'createKey',
  surface: 'partner',
  body: Key,
});
export const listKeys = endpoint({
  id: 'listKeys',
  surface: 'partner',
  body: Other,
});
`;

const map: ReachMap = {
  commit: 'c0ffee',
  tests: new Map(TESTS.map((name, number) => [number, name])),
  reached: {
    source: new Map([
      ['domain/src/money/money.ts', new Set([MONEY])],
      ['server/src/features/keys/keys.ts', new Set([KEYS])],
      ['server/src/workers/round.ts', new Set([MONEY])],
      ['web/src/pages/truth.tsx', new Set([E2E])],
    ]),
    endpoint: new Map([
      ['partner.createKey', new Set([KEYS])],
      ['partner.listKeys', new Set([E2E])],
    ]),
    table: new Map([['api_keys', new Set([KEYS])]]),
  },
  idle: new Set(['server/src/workers/idle.ts']),
};

const project: Project = {
  graph: graphOf(
    new Map([
      [KEYS, ['server/test/given/keys.ts']],
      ['server/test/given/keys.ts', ['server/test/given/deep.ts']],
      ['server/src/features/keys/keys.ts', ['domain/src/limits.ts', 'server/src/features/keys/new.ts']],
      ['server/src/workers/round.ts', ['server/src/workers/idle.ts', 'server/src/workers/waits.ts']],
      ['server/src/workers/waits.ts', ['domain/src/limits.ts']],
      ['vitest.config.ts', ['server/test/set-up.ts']],
      ['server/test/set-up.ts', ['server/test/server.ts']],
    ]),
  ),
  tests: TESTS,
  textOf: (path) =>
    ({
      'contract/src/partner/keys.ts': ENDPOINTS,
      'server/src/features/keys/keys.ts': 'export const isFull = (count: number) => count >= KEYS_MAX;',
      'server/src/workers/waits.ts': "import { WAIT } from 'limits.ts';\nexport const LONG = 2 * WAIT;",
      'server/src/workers/round.ts': 'export const due = (ms: number) => ms > LONG;',
    })[path] ?? '',
  tables: new Set(['api_keys', 'companies']),
};

const select = (path: string, before = '', now = '') => selectFiles([{ path, before, now }], map, project);
const selected = (...change: [string, string?, string?]) => [...select(...change).selected.keys()];

describe('a change selects the files that', () => {
  test.each<[string, string, string[]]>([
    ['are the changed file', MONEY, [MONEY]],
    ['import the changed part of the harness', 'server/test/given/deep.ts', [KEYS]],
    ['stand beside the changed fixture', 'server/test/money/books.json', [MONEY]],
    ['executed the changed source', 'domain/src/money/money.ts', [MONEY]],
    ['executed the importer of a new source', 'server/src/features/keys/new.ts', [KEYS]],
    ['executed the caller of a source that an idle system executes', 'server/src/workers/idle.ts', [MONEY]],
    ['loaded the changed page', 'web/src/pages/truth.tsx', [E2E]],
    ['open the widget', 'widget/src/verify.ts', [WIDGET]],
    ['read the documents', 'docs/glossary.md', [PAGES]],
    ['open pages, for a style', 'web/src/kit/table.module.css', [E2E, WIDGET]],
  ])('%s', (_, path, tests) => {
    expect(selected(path)).toEqual(tests);
  });

  test('executed an importer of a changed constant', () => {
    expect(selected('domain/src/limits.ts', 'export const KEYS_MAX = 10;', 'export const KEYS_MAX = 9;')).toEqual([
      KEYS,
    ]);
  });

  test('executed an importer of a value that is made of a changed constant', () => {
    expect(selected('domain/src/limits.ts', 'export const WAIT = 10;', 'export const WAIT = 9;')).toEqual([MONEY]);
    const taken = (from: string) => `export const { WAIT } = ${from};`;
    expect(selected('domain/src/limits.ts', taken('old'), taken('present'))).toEqual([MONEY]);
  });

  test('called a changed endpoint, or one with a changed schema', () => {
    const old = (from: string, to: string) =>
      selected('contract/src/partner/keys.ts', ENDPOINTS.replace(from, to), ENDPOINTS);
    expect(old("id: 'createKey',", "id: 'createKey',\n  isRecorded: true,")).toEqual([KEYS]);
    expect(old('const Other = Type.Object({})', 'const Other = Type.Object({ a: Id })')).toEqual([E2E]);
  });

  test('touched a table of a new migration, and those of the storage', () => {
    expect(selected('server/migrations/0031_keys.sql', '', 'alter table api_keys add column note text;')).toEqual([
      KEYS,
      STORAGE,
    ]);
  });

  test('are none beyond those that always run, for an endpoint in the list of an API', () => {
    const list = (names: string) => `export const partnerApi: readonly EndpointShape[] = [${names}];`;
    const path = 'contract/src/partner/keys.ts';
    expect(selected(path, list('createKey'), list('createKey, listKeys'))).toEqual([]);
    const mixed = `${list('createKey, listKeys')}\nconst Key = Type.Object({ a: Id });`;
    expect(selected(path, list('createKey'), mixed)).toEqual([KEYS]);
  });

  test('no recorded run knows', () => {
    const added = { ...project, tests: [...TESTS, 'server/test/new.test.ts'] };
    expect([...selectFiles([], map, added).selected]).toEqual([['server/test/new.test.ts', 'not in the map']]);
  });
});

describe('every file is selected', () => {
  test.each([
    'contract/src/endpoint.ts',
    'contract/src/fields.ts',
    'contract/src/shapes/dispatch.ts',
    'server/src/platform/clock/clock.ts',
    'package-lock.json',
    'server/reference-data/tariffs.csv',
    'server/unknown.bin',
    'vitest.config.ts',
    'server/test/set-up.ts',
    'server/test/server.ts',
    'tools/ci/reach.tsv',
  ])('for a change of %s', (path) => {
    expect(select(path).everything).toContain(path);
    expect(select(path).selected.size).toBe(TESTS.length);
  });

  test('for a new source without a recorded importer, unless it has types only', () => {
    const added = (now: string) => select('server/src/features/keys/alone.ts', '', now);
    expect(added('export const LIMIT = 1;').everything).toContain('no rule');
    expect(added('export type Limit = { readonly of: number };')).toEqual({ selected: new Map() });
  });

  test('for a migration with a function, which policies and statements use', () => {
    const text = 'create or replace function business_now() returns timestamptz as $$ select now() $$ language sql;';
    expect(select('server/migrations/0031_clock.sql', '', text).everything).toContain('function');
  });

  test('without a map', () => {
    expect(selectFiles([], undefined, project).everything).toContain('map');
  });
});

test.each(['knip.json', 'tools/ledger.ts', 'domain/src/money/money.test.ts', 'server/src/main.test.ts', '.ci/run'])(
  'a change of %s selects no integration or browser file',
  (path) => {
    expect(select(path)).toEqual({ selected: new Map() });
  },
);

test('several changes are selected together, each file with its first reason', () => {
  const changes: Change[] = ['domain/src/money/money.ts', MONEY, KEYS].map((path) => ({
    path,
    before: '',
    now: '',
  }));
  expect([...selectFiles(changes, map, project).selected]).toEqual([
    [MONEY, 'domain/src/money/money.ts'],
    [KEYS, KEYS],
  ]);
});
