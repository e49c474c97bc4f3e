// Both APIs on a free port over their own database: real HTTP, PostgreSQL and NATS.
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { createPartner } from '../../src/features/access/create-partner.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { advanceSandboxClock } from '../../src/platform/sandbox-clock.ts';
import { startApi } from '../../src/processes/api.ts';
import { buildPlatform } from '../../src/processes/build-platform.ts';
import { type Call, callerOf, numberAt, textAt } from './http-client.ts';
import { dropLater, givenDatabase, NATS_URL } from './servers.ts';

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
export function testConfig(databaseUrl: string, cell: string, settings: Partial<Config>): Config {
  const logLevel = readConfig({ LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent' }).logLevel;
  return {
    ...readConfig({}),
    databaseUrl,
    natsUrl: NATS_URL,
    cell,
    logLevel,
    port: 0,
    drainMs: 0,
    databasePool: 4,
    callbackGatherMs: 50,
    rateLimits: false,
    moderation: 'auto',
    backOffice: true,
    callbackAllow: ['127.0.0.0/8'],
    fileFolder: join(tmpdir(), 'volley-test-files', cell),
    secretKeys: [`test:${randomBytes(32).toString('base64')}`],
    ...settings,
  };
}

export async function givenApi(settings: Partial<Config> = {}): Promise<Api> {
  const database = await givenDatabase();
  const { platform, shutdown } = await buildPlatform(testConfig(database.url, database.name, settings), ['api']);
  const { url } = await startApi(platform, shutdown);
  const call = callerOf(url);
  return {
    url,
    platform,
    call,
    advance: async (seconds) => {
      await advanceSandboxClock(platform.db, seconds);
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
