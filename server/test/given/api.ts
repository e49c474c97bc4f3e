// Both APIs on a free port over their own database: real HTTP, PostgreSQL and NATS.
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { createPartner } from '../../src/features/access/create-partner.ts';
import { advanceSandboxClock } from '../../src/platform/clock/sandbox-clock.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Costs } from '../../src/platform/production-costs.ts';
import { startApi } from '../../src/processes/api.ts';
import { buildPlatform } from '../../src/processes/build-platform.ts';
import { dropLater, givenDatabase, type ServerKind, type TestDatabase, useDatabase } from './databases.ts';
import { type Call, callerOf, numberAt, textAt } from './http-client.ts';
import { NATS_URL, TEST_FILES } from './servers.ts';
import { TEST_COSTS } from './test-costs.ts';

export type Api = {
  readonly url: string;
  readonly platform: Platform;
  call: Call;
  /** Moves business time. */
  advance(seconds: number): Promise<void>;
  givenPartner(): Promise<{ partnerId: number; login: string; password: string; token: string }>;
  close(): Promise<void>;
};

/** Settings of a test: both surfaces open, sender names approved at once, no log. */
export function testConfig(
  { url, engineUrl, name }: Pick<TestDatabase, 'url' | 'engineUrl' | 'name'>,
  settings: Partial<Config>,
): Config {
  const logLevel = readConfig({ LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent' }).logLevel;
  return {
    ...readConfig({}),
    databaseUrl: url,
    engineDatabaseUrl: engineUrl,
    natsUrl: NATS_URL,
    cell: name,
    allowOldBroker: true,
    logLevel,
    port: 0,
    drainMs: 0,
    databasePool: 4,
    callbackGatherMs: 50,
    rateLimits: false,
    moderation: 'auto',
    backOffice: true,
    callbackAllow: ['127.0.0.0/8'],
    fileFolder: join(TEST_FILES, name),
    secretKeys: [`test:${randomBytes(32).toString('base64')}`],
    ...settings,
  };
}

export type Ground = {
  readonly server?: ServerKind;
  /** Costs that the test needs as they are in production. */
  readonly costs?: Partial<Costs>;
};

export async function givenApi(settings: Partial<Config> = {}, { server, costs }: Ground = {}): Promise<Api> {
  const database = await givenDatabase(server);
  const config = testConfig(database, settings);
  const { platform, shutdown } = await buildPlatform(config, ['api'], { costs: { ...TEST_COSTS, ...costs } });
  const { url } = await startApi(platform, shutdown);
  const call = callerOf(url);
  return {
    url,
    platform,
    call,
    advance: async (seconds) => {
      await advanceSandboxClock(platform.db, seconds, TEST_COSTS.partitionDaysAhead);
      await platform.clock.resync();
    },
    givenPartner: () => signUp(platform, call),
    close: async () => {
      await platform.bus.destroy();
      await shutdown.run();
      await rm(platform.config.fileFolder, { recursive: true, force: true });
      dropLater(database);
    },
  };
}

/** Running systems of this worker, by their settings. */
const shared = new Map<string, Promise<Api>>();

/**
 * The API that all files of this worker with the same settings share. A file keeps to partners of its own: it neither
 * moves time, nor changes what is the installation's, nor ends a part. Such a file takes `givenApi`.
 */
export async function sharedApi(settings: Partial<Config> = {}): Promise<Api> {
  const key = JSON.stringify(settings);
  const started = shared.get(key) ?? givenApi(settings);
  shared.set(key, started);
  const api = await started;
  useDatabase(api.platform.config.cell);
  return {
    ...api,
    advance: () => Promise.reject(new Error('a file that moves time takes givenApi')),
    close: () => Promise.resolve(),
  };
}

export async function signUp(platform: Platform, call: Call) {
  const partner = { login: `partner-${randomUUID()}`, password: randomUUID() };
  const { partnerId } = await createPartner(platform, { ...partner, currency: 'RUB' });
  const { body } = await call('POST', '/auth/token', { body: partner });
  return { ...partner, partnerId, token: textAt(body, 'token') };
}

export async function givenCompany(api: { call: Call }, token: string, change: object = {}): Promise<number> {
  const company = { name: 'Company', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  const { body } = await api.call('POST', '/company', { token, body: { company, ...change } });
  return numberAt(body, 'companyId');
}
