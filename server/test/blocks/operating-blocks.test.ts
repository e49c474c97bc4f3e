// Runs the blocks of the handbook: commands of the server against a service with a database of its own, SQL with psql,
// the configuration with nats-server. Programs that change the machine are stand-ins (stand-ins.sh).
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@volley/bench/harness/find-program.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { environmentOf } from '../given/child-worker.ts';
import { givenDatabase } from '../given/databases.ts';
import { numberAt } from '../given/http-client.ts';
import { givenStaff } from '../given/people/staff.ts';
import { DATABASE_SERVER_URL, onServer } from '../given/servers.ts';
import { type Block, nameOf, readBlocks } from './documents.ts';
import { givenPlace, type Place, type Replacements, replaceAll, runPage } from './run-page.ts';
import { byPage, wayOf } from './ways.ts';

const blocks = readBlocks();
const run = promisify(execFile);
const LONG = 'a secret of the reader';

let api: Api;
let place: Place;
let replaced: Replacements;
let variables: Readonly<Record<string, string>>;

beforeAll(async () => {
  api = await givenApi({}, { server: 'durable' });
  place = givenPlace();
  const { token } = await api.givenPartner();
  const companyId = await givenCompany(api, token, { budget: 1_000 });
  const sender = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const named = await api.call('POST', '/senders', { token, body: { ...sender, dateFrom: '2024-07-01T00:00:00Z' } });
  const body = { companyId, name: 'July', senderIds: [numberAt(named.body, 'id')], channelType: 'SMS', text: 'Hi' };
  const messages = [{ destination: '79161230001' }];
  const dispatch = await api.call('POST', '/dispatches', { token, body: { ...body, messages } });
  const settings = join(place.folder, 'settings');
  const lines = Object.entries(environmentOf(api.platform.config)).map(([name, value]) => `${name}=${value}`);
  for (const file of [settings, join(place.folder, '.env')]) writeFileSync(file, `\n${lines.join('\n')}\n`);
  replaced = {
    "'…'": `'${LONG}'`,
    '"…"': `"${LONG}"`,
    '--host …': '--host 127.0.0.1',
    '--system-id …': '--system-id volley',
    'http://127.0.0.1:8080': api.url,
    '--dispatch 17': `--dispatch ${numberAt(dispatch.body, 'id')}`,
    'companies/1/': `companies/${companyId}/`,
    '/etc/systemd/system/': join(place.folder, '../etc/'),
    '/srv/volley': join(place.folder, '../srv/volley'),
  };
  const staff = await givenStaff(api, 'admin');
  variables = {
    ADMIN: `${api.url}/admin/v1`,
    TOKEN: staff.token,
    BASE_URL: api.url,
    SETTINGS: settings,
    ROLES: 'api pacer connector recorder notifier sweeper',
  };
});
afterAll(async () => {
  place?.remove();
  await api?.close();
});

/** Page → what its text promises about the output. */
const SHOWN: Readonly<Record<string, readonly RegExp[]>> = {
  'docs/operating/back-office.md': [/"staffId":\d/],
  'docs/operating/callbacks.md': [/"secret":"whsec_/],
  'docs/operating/metrics-and-alarms.md': [/ENGINE MARK/, /"engine mark"/],
  'docs/operating/runbook.md': [/STRANDS/],
  'docs/operating/key-rotation.md': [/k2:\S{44}/],
};

// Pages create accounts and links of the same names.
const pages = byPage(blocks, ['operated']).map(([page, operated], at) => [page, operated, `-${at}`] as const);

test.each(pages)('the commands of %s work in their order', async (page, operated, suffix) => {
  const own = { ...replaced, anna: `anna${suffix}`, '--name partner': `--name partner${suffix}` };
  const output = [...(await runPage(operated, place, { variables, replaced: own })).values()].join('');
  for (const pattern of SHOWN[page] ?? []) expect(output).toMatch(pattern);
});

test('a command, option, script, unit or file that does not exist fails its block', async () => {
  const main = 'node --env-file=.env server/src/main.ts';
  const wrong = [
    `${main} put-lnik --name mts`,
    `${main} status --dispach 1`,
    'npm run sandbocks',
    'npm ci --workspace sever',
    'systemctl enable --now volley@pacemaker',
    'cp deploy/systemd/*.servise /etc/systemd/system/',
    'npx vitest run --project browser web/e2e/keybord.test.ts',
    'kubectl -n volley delete job migration',
    'docker compose up --detach',
    'TOKEN=$(echo null)',
    'curl "$BASE_URL/no-such-path"',
  ];
  const failed = await Promise.all(
    wrong.map(async (text) => {
      const block: Block = { page: 'new.md', line: 1, language: 'sh', text, intro: '', reason: undefined };
      const own = givenPlace();
      try {
        writeFileSync(join(own.folder, '.env'), '');
        return await runPage([block], own, { variables, replaced }).then(
          () => `passed: ${text}`,
          () => 'failed',
        );
      } finally {
        own.remove();
      }
    }),
  );
  expect(failed).toEqual(wrong.map(() => 'failed'));
});

test('settings in the blocks of the handbook exist', () => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ env }) => env));
  const own = ['POSTGRES_PASSWORD', 'DATABASE_PASSWORD', 'VOLLEY_DEMO', 'ADMIN', 'TOKEN'];
  const texts = byPage(blocks, ['operated', 'installed']).flatMap(([, found]) => found.map(({ text }) => text));
  const named = texts.flatMap((text) => [...text.matchAll(/(?:^|["\s])([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name));
  expect(named).toContain('SECRET_KEYS');
  expect(named.filter((name) => !known.has(name) && !own.includes(name))).toEqual([]);
});

describe('SQL', () => {
  const made = `blocks_${randomBytes(4).toString('hex')}`;
  const sql = (page: string): string => {
    const found = blocks.filter((block) => block.page === page && wayOf(block) === 'run as SQL');
    expect(found.length, page).toBe(1);
    return found[0]?.text ?? '';
  };
  const psql = async (url: string, text: string): Promise<string> => {
    const file = join(place.folder, 'block.sql');
    writeFileSync(file, text);
    const { stdout } = await run('psql', ['-X', '-A', '-v', 'ON_ERROR_STOP=1', '-f', file, url]);
    return stdout;
  };

  afterAll(async () => {
    for (const name of [made, `${made}_app`, `${made}_engine`]) {
      await onServer(`drop database if exists ${name} with (force)`, DATABASE_SERVER_URL);
      await onServer(`drop role if exists ${name}`, DATABASE_SERVER_URL);
    }
  });

  test('install.md creates a role and its database', async () => {
    await psql(DATABASE_SERVER_URL, replaceAll(sql('docs/operating/install.md'), { volley: made, '…': LONG }));
    const [row] = await onServer(
      `select pg_get_userbyid(datdba) as owner, rolsuper or rolbypassrls as mighty
         from pg_database join pg_roles on pg_roles.oid = datdba where datname = '${made}'`,
      DATABASE_SERVER_URL,
    );
    expect(row).toEqual({ owner: made, mighty: false });
  });

  test('upgrade.md hands the tables of a superuser to a plain role', async () => {
    const old = await givenDatabase('durable');
    try {
      const text = sql('docs/operating/upgrade.md').replaceAll('volley_app', `${made}_app`);
      await psql(old.serverUrl, text.replaceAll(/\bvolley\b/g, old.name));
      const left = `select count(*) from pg_class where relnamespace = 'public'::regnamespace
                     and relkind in ('r', 'p') and pg_get_userbyid(relowner) <> '${made}_app'`;
      expect(await psql(old.serverUrl, left)).toContain('\n0\n');
    } finally {
      await old.drop();
    }
  });

  test('runbook.md shows malformed PDUs of a link to the role of the service', async () => {
    const rows = `insert into malformed_pdus (link_id, received_at, pdu)
                  select id, now(), '\\xc0ffee' from operator_links where name = 'mts'`;
    await psql(api.platform.config.databaseUrl, `set app.tenant = 'system';\n${rows};`);
    expect(await psql(api.platform.config.databaseUrl, sql('docs/operating/runbook.md'))).toMatch(/\|c0ffee\n/);
  });

  test('every SQL block is run here', () => {
    expect(blocks.filter((block) => wayOf(block) === 'run as SQL').map(({ page }) => page)).toEqual([
      'docs/operating/install.md',
      'docs/operating/runbook.md',
      'docs/operating/upgrade.md',
    ]);
  });
});

test.each(blocks.filter((block) => wayOf(block) === 'parsed by NATS').map((block) => [nameOf(block), block] as const))(
  // The page says that sync_interval needs version 2.10.
  'nats-server accepts %s',
  async (_name, { text }) => {
    const file = join(place.folder, 'nats.conf');
    const check = async (content: string) => {
      writeFileSync(file, content);
      return run(findProgram('nats-server'), ['-t', '-c', file]).then(
        () => 'accepted',
        ({ stderr }: { stderr: string }) => stderr,
      );
    };
    const { stdout: version } = await run(findProgram('nats-server'), ['--version']);
    const known = / v?2\.[0-9]\./.test(version) ? text.replace(/^.*sync_interval.*\n/m, '') : text;
    expect(await check(known)).toBe('accepted');
    expect(await check(known.replace('store_dir', 'store_fir'))).toContain('store_fir');
  },
);
