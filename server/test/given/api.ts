// Both APIs on a free port over a database of their own: real HTTP, PostgreSQL and NATS. The database
// is made from the migrations and dropped at the end.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Config, readConfig } from '../../src/config.ts';
import { createPartner } from '../../src/features/access/create-partner.ts';
import { storeNumbering } from '../../src/features/numbering/load-numbering.ts';
import { storeTariffs } from '../../src/features/tariffs/load-tariffs.ts';
import { connectBus } from '../../src/platform/bus.ts';
import { startClock } from '../../src/platform/clock.ts';
import { inTransaction, openDatabase } from '../../src/platform/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { createHttpServer } from '../../src/surfaces/http-server.ts';
import { mountPing } from '../../src/surfaces/messaging-api/ping.ts';
import { mountPartnerApi } from '../../src/surfaces/partner-api/partner-api.ts';
import { checkReply } from './contract-check.ts';

const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/test';

type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};

type CallOptions = {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Api = {
  readonly url: string;
  readonly platform: Platform;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  givenPartner(): Promise<{ partnerId: number; login: string; password: string; token: string }>;
  close(): Promise<void>;
};

export async function givenApi(settings: Partial<Config> = {}): Promise<Api> {
  const config: Config = { ...readConfig({}), rateLimits: 'off', moderation: 'auto', ...settings };
  const name = `volley_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const platform = await buildPlatform(config, name);
  const app = createHttpServer(platform);
  mountPartnerApi(app, platform);
  mountPing(app, platform);
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const call: Api['call'] = (method, path, options = {}) => send(`${url}${path}`, method, options);
  return {
    url,
    platform,
    call,
    givenPartner: async () => {
      const partner = { login: `partner-${randomUUID()}`, password: randomUUID() };
      const { partnerId } = await createPartner(platform, { ...partner, currency: 'RUB' });
      const { body } = await call('POST', '/auth/token', { body: partner });
      return { ...partner, partnerId, token: textAt(body, 'token') };
    },
    close: async () => {
      await app.http.close();
      platform.clock.close();
      await platform.bus.destroy();
      await platform.bus.close();
      await platform.db.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function buildPlatform(config: Config, databaseName: string): Promise<Platform> {
  const log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent', 'test');
  const url = new URL(SERVER_URL);
  url.pathname = `/${databaseName}`;
  const db = openDatabase(url.href, { poolMax: 4, onIdleError: () => undefined });
  await migrate(db);
  await inTransaction(db, async (tx) => {
    await storeTariffs(tx);
    await storeNumbering(tx);
  });
  await ensurePartitions(db, new Date());
  const bus = await connectBus({
    url: config.natsUrl,
    cell: databaseName,
    name: databaseName,
    onTrouble: () => undefined,
    onRepair: () => undefined,
  });
  return {
    config,
    db,
    bus,
    log,
    clock: await startClock(db),
    metrics: createMetrics('test'),
    secrets: createSecretBox([`test:${randomBytes(32).toString('base64')}`]),
    instanceId: databaseName,
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function send(url: string, method: string, { token, body: sent, headers }: CallOptions): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  if (body !== undefined) checkReply(method, new URL(url).pathname, response.status, body);
  return { status: response.status, headers: response.headers, text, body };
}

/** A member of a reply that must be text. */
export function textAt(body: unknown, name: string): string {
  const value = memberOf(body, name);
  if (typeof value !== 'string') throw new Error(`${name} is no text in ${JSON.stringify(body)}`);
  return value;
}

/** A member of a reply that must be a number. */
export function numberAt(body: unknown, name: string): number {
  const value = memberOf(body, name);
  if (typeof value !== 'number') throw new Error(`${name} is no number in ${JSON.stringify(body)}`);
  return value;
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}

export async function givenCompany(api: Api, token: string, change: object = {}): Promise<number> {
  const company = { name: 'Company', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
  const { body } = await api.call('POST', '/company', { token, body: { company, ...change } });
  return numberAt(body, 'companyId');
}
