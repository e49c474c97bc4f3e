// Row-level security by the catalog: every table has a forced policy, or a reason to have none. Policies must not cost
// a statement its index: PostgreSQL tests a policy before any condition that could leak a row.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSources } from '../../../tools/rules/source-files.ts';
import { statementsOf } from '../../../tools/sql/statements.ts';
import { givenDatabase, type TestDatabase } from '../given/databases.ts';

/** Tables without rows of one partner, and without secrets. */
const OPEN: Readonly<Record<string, string>> = {
  blocked_numbers: 'every partner is refused these numbers',
  blocked_sender_names: 'every partner is refused these names',
  captcha_health: 'health of providers of captchas',
  countries: 'reference data',
  duty_alerts: 'state of the installation; names no partner',
  duty_silences: 'state of the installation; names no partner',
  duty_state: 'marks of the engine',
  engine_counters: 'counts of the engine',
  engine_marks: 'marks of the engine, advanced in the transaction of any partner',
  evidence_marks: 'marks of the engine',
  exchange_rates: 'single messages of every partner are routed by them',
  instances: 'leases of processes',
  last_audits: 'the last audit of the installation',
  leaderships: 'leases of processes',
  link_resends: 'times per link',
  link_routes: 'single messages of every partner are routed by them',
  message_errors: 'reference data',
  migrations: 'digests of files',
  number_ranges: 'reference data',
  ported_numbers: 'reference data',
  price_lists: 'prices are cached between requests of all partners',
  reference_loads: 'digests of files',
  sandbox_clock: 'one offset for all partners',
  sender_fees: 'prices are cached between requests of all partners',
  tariff_prices: 'prices are cached between requests of all partners',
  tariffs: 'prices are cached between requests of all partners',
  text_removals: 'ids of dispatches with a time',
  unproven_sends: 'ids of messages with a time',
};

type Table = {
  readonly name: string;
  readonly isDay: boolean;
  readonly isGuarded: boolean;
  readonly namesTenant: boolean;
  /** Name and condition of each. */
  readonly policies: readonly (readonly [string, string])[];
  /** Roles that see every row. */
  readonly openTo: readonly string[] | null;
};

const OF_SYSTEM = '( SELECT tenant_is_system() AS tenant_is_system)';

let database: TestDatabase;
let client: pg.Client;
let tables: readonly Table[];

beforeAll(async () => {
  database = await givenDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.relispartition as "isDay",
            c.relrowsecurity and c.relforcerowsecurity as "isGuarded",
            exists (select from pg_attribute a
                     where a.attrelid = c.oid and a.attname in ('company_id', 'partner_id') and not a.attisdropped)
              as "namesTenant",
            (select coalesce(json_agg(json_build_array(p.polname, pg_get_expr(p.polqual, p.polrelid))), '[]')
               from pg_policy p
              where p.polrelid = c.oid and p.polname <> 'of_engine') as policies,
            (select array_agg(pg_get_userbyid(role)::text)
               from pg_policy p, unnest(p.polroles) as role
              where p.polrelid = c.oid and pg_get_expr(p.polqual, p.polrelid) = 'true') as "openTo"
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      order by c.relname`,
  );
  tables = rows;
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Beyond the system, a row is seen by its own partner, or by the one that a row it belongs to names. */
const isOfPartner = (sees: string) => sees.startsWith(`(${OF_SYSTEM} OR `) && sees.includes('tenant_partner()');

const whole = () => tables.filter(({ isDay }) => !isDay);

describe('every table', () => {
  test('has one forced policy, or a stated reason to have none', () => {
    expect(whole().length).toBeGreaterThan(100);
    const open = whole().filter(({ isGuarded }) => !isGuarded);
    expect(open.map(({ name }) => name)).toEqual(Object.keys(OPEN).toSorted());
  });

  test('that is guarded is open to the engine, and to no other role', () => {
    const guarded = whole().filter(({ isGuarded }) => isGuarded);
    expect(guarded.filter(({ openTo }) => openTo?.join() !== 'volley_engine').map(({ name }) => name)).toEqual([]);
  });

  test('that is guarded has no second policy, which would open it', () => {
    const guarded = whole().filter(({ isGuarded }) => isGuarded);
    expect(guarded.filter(({ policies }) => policies.length !== 1)).toEqual([]);
  });

  test('lets only the system, or the partner of the row, see a row', () => {
    const odd = tables.flatMap(({ name, policies }) =>
      policies
        .filter(([policy, sees]) => !(policy === 'of_system' ? sees === OF_SYSTEM : isOfPartner(sees)))
        .map(([policy, sees]) => ({ name, policy, sees })),
    );
    expect(odd).toEqual([]);
  });

  test('that names a company or a partner has a policy', () => {
    const named = whole().filter(({ namesTenant }) => namesTenant);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ isGuarded }) => !isGuarded)).toEqual([]);
  });

  test('with a policy shows no row to a session without a partner', async () => {
    const shown: string[] = [];
    for (const { name, isDay, isGuarded } of tables) {
      if (!isDay && !isGuarded) continue;
      const found = await client.query(`select from ${name}`).then(
        ({ rowCount }) => `${rowCount} rows`,
        ({ code }: { code: string }) => (code === '42501' ? 'closed' : code),
      );
      if (found !== (isDay ? 'closed' : '0 rows')) shown.push(`${name}: ${found}`);
    }
    expect(shown).toEqual([]);
  });
});

test('a table of the system shows and takes no row of a partner', async () => {
  const ofSystem = whole().filter(({ policies }) => policies.some(([policy]) => policy === 'of_system'));
  expect(ofSystem.map(({ name }) => name)).toContain('operator_links');
  await client.query(`set app.tenant = 'system'`);
  await client.query(
    `insert into operator_links (name, brands, host, port, system_id, password_sealed, verify_token)
     values ('wall', '{1}', '127.0.0.1', 1, 'wall', 'x', 'x')`,
  );
  await client.query(`set app.tenant = '1'`);
  for (const { name } of ofSystem) expect((await client.query(`select from ${name}`)).rowCount).toBe(0);
  const change = await client.query(`update operator_links set password_sealed = 'y' where name = 'wall'`);
  expect(change.rowCount).toBe(0);
  const add = `insert into operator_links (name, brands, host, port, system_id, password_sealed)
               values ('other', '{1}', '127.0.0.1', 1, 'wall', 'x')`;
  await expect(client.query(add)).rejects.toMatchObject({ code: '42501' });
  await client.query('reset app.tenant');
});

/** The hot tables that got their policies after their statements. */
const HOT = ['receipts', 'operator_refs', 'callback_batches', 'callback_ranges', 'operator_links'];

/** The statements of the command `status`, which may join in another order. */
const SELDOM = '/cell-status.sql.ts';
const readsHot = (text: string) => HOT.some((table) => new RegExp(`\\b${table}\\b`).test(text));

/** Tables and indexes of a plan, without the look-ups that policies add. */
type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
};

function accesses(plan: Plan): string[] {
  const { 'Node Type': kind, 'Relation Name': table = '', 'Index Cond': condition = '', Plans: below = [] } = plan;
  const own = HOT.includes(table) ? [`${table} ${kind} ${condition}`] : [];
  return [...own, ...below.flatMap(accesses)];
}

async function accessesOf(session: pg.Client, text: string): Promise<string[]> {
  await session.query(`prepare looked_at as ${text}`);
  const types = await session.query<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'looked_at'`,
  );
  const nulls = Array.from({ length: types.rows[0]?.count ?? 0 }, () => 'null').join(', ');
  const { rows } = await session.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (format json) execute looked_at${nulls === '' ? '' : `(${nulls})`}`,
  );
  await session.query('deallocate looked_at');
  const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
  return explained === undefined ? [] : accesses(explained.Plan).toSorted();
}

test('policies leave the statements on hot tables their indexes', async ({ annotate, skip }) => {
  skip(database.serverUrl === database.url, 'the user of the server is a plain role');
  const free = new pg.Client({ connectionString: database.serverUrl });
  await free.connect();
  const settings = `set app.tenant = 'system'; set plan_cache_mode = force_generic_plan; set jit = off;
    set enable_seqscan = off; set enable_bitmapscan = off`;
  await Promise.all([client.query(settings), free.query(settings)]);
  const sources = readSources(['.sql.ts'], ['server/src']).filter(
    ({ path, text }) => !path.endsWith(SELDOM) && readsHot(text),
  );
  const statements = (await Promise.all(sources.map(statementsOf))).flat();
  const changed: unknown[] = [];
  let compared = 0;
  for (const { path, line, text } of statements) {
    if (text === undefined || !readsHot(text)) continue;
    const [behind, before] = [await accessesOf(client, text), await accessesOf(free, text)];
    compared += 1;
    if (behind.join() !== before.join()) changed.push({ at: `${path}:${line}`, behind, before });
  }
  await free.end();
  await annotate(`${compared} statements compared`);
  expect(compared).toBeGreaterThan(30);
  expect(changed).toEqual([]);
});
