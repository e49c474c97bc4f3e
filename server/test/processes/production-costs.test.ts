// Costs that protect production hold in every process, in test mode too: only an argument of the program lowers them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTINGS } from '../../src/config.ts';
import { PRODUCTION_COSTS } from '../../src/platform/production-costs.ts';
import { buildPlatform } from '../../src/processes/build-platform.ts';
import { type Api, givenApi } from '../given/api.ts';
import { environmentOf, MAIN } from '../given/child-worker.ts';
import { givenDatabase } from '../given/databases.ts';
import { passwordHashOf } from '../given/rows/access.ts';
import { onServer } from '../given/servers.ts';

const TEST_MODE = { testMode: true } as const;

let api: Api;
beforeAll(async () => {
  api = await givenApi(TEST_MODE, { server: 'durable' });
});
afterAll(() => api.close());

test('in test mode, a process hashes passwords at the production cost', async () => {
  const args = ['create-partner', '--login', 'costly', '--password', 'right'];
  const env = { ...process.env, ...environmentOf({ ...api.platform.config, ...TEST_MODE }) };
  await promisify(execFile)(process.execPath, [MAIN, ...args], { env });
  const { memory, passes, parallelism } = PRODUCTION_COSTS.password;
  expect(await passwordHashOf(api, 'costly')).toContain(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);
  expect(memory).toBeGreaterThanOrEqual(19_456);
});

test('in test mode, a database that may lose commits is refused', async ({ skip }) => {
  const [row] = await onServer('show fsync');
  skip(row?.['fsync'] === 'on', 'the server of this run is durable');
  const database = await givenDatabase();
  const addresses = { databaseUrl: database.url, engineDatabaseUrl: database.engineUrl };
  const config = { ...api.platform.config, ...TEST_MODE, ...addresses };
  await expect(buildPlatform(config, ['api'])).rejects.toThrow('may lose acknowledged commits');
  await database.drop();
});

test('no setting names a cost', () => {
  const names = Object.values(SETTINGS).map(({ env }) => env);
  expect(names.filter((name) => /HASH|ARGON|PASSWORD_COST|PARTITION|DURAB|FSYNC/.test(name))).toEqual([]);
});
