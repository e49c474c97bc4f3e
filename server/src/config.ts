// Every setting of the server in one table; the only reader of the environment. A value that does not
// parse stops the process before it listens. `.env.example` is compared with this table by a test.
import { isIP } from 'node:net';
import { databaseAddresses } from './platform/database-hosts.ts';

type Setting<T> = {
  readonly env: string;
  readonly fallback: T;
  readonly parse: (text: string) => T | undefined;
  readonly note: string;
};

const text = (env: string, fallback: string, note: string): Setting<string> => ({
  env,
  fallback,
  note,
  parse: (value) => value,
});

/** The hosts of a list must be readable; the rest is left to the driver. */
const databaseUrl = (env: string, fallback: string, note: string): Setting<string> => ({
  env,
  fallback,
  note,
  parse: (value) => (databaseAddresses(value) === undefined ? undefined : value),
});

/** The beginning of addresses that are made by adding a path to it. */
const address = (env: string, note: string): Setting<string> => ({
  env,
  fallback: '',
  note,
  parse: (value) => (/^https?:\/\/[^\s/?#@]+(\/[\w-]+)*\/?$/.test(value) && URL.canParse(value) ? value : undefined),
});

const integer = (env: string, fallback: number, min: number, note: string): Setting<number> => ({
  env,
  fallback,
  note,
  parse: (value) => (/^\d{1,12}$/.test(value) && Number(value) >= min ? Number(value) : undefined),
});

const choice = <const T extends string>(
  env: string,
  fallback: NoInfer<T>,
  allowed: readonly T[],
  note: string,
): Setting<T> => ({
  env,
  fallback,
  note: `${note} (${allowed.join(' | ')})`,
  parse: (value) => allowed.find((option) => option === value),
});

const list = (env: string, note: string): Setting<readonly string[]> => ({
  env,
  fallback: [],
  note,
  parse: (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
});

/** Countries by their ISO 3166 code, or a star for all of them. */
const countries = (env: string, fallback: readonly string[], note: string): Setting<readonly string[]> => ({
  env,
  fallback,
  note,
  parse: (value) => {
    const items = value.split(',').map((item) => item.trim());
    return items.every((item) => /^([A-Z]{2}|\*)$/.test(item)) ? items : undefined;
  },
});

/** Addresses and ranges in CIDR form; one that is neither makes the whole setting unreadable. */
const ranges = (env: string, note: string): Setting<readonly string[]> => {
  const addresses = list(env, note);
  return {
    ...addresses,
    parse: (value) => {
      const items = addresses.parse(value);
      return items?.every(isRange) === true ? items : undefined;
    },
  };
};

function isRange(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits === undefined) return bitsMax > 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax;
}

export const SETTINGS = {
  databaseUrl: databaseUrl(
    'DATABASE_URL',
    'postgres://127.0.0.1:5432/volley',
    'PostgreSQL, the record; several hosts with commas between them: whichever is the primary',
  ),
  databasePool: integer('DATABASE_POOL', 8, 1, 'connections of one process'),
  natsUrl: text('NATS_URL', 'nats://127.0.0.1:4222', 'NATS with JetStream, the carrier of work'),
  cell: text(
    'CELL',
    'cell1',
    'name of this cell; part of every subject and stream, so that cells can share one broker',
  ),
  natsReplicas: integer('NATS_REPLICAS', 1, 1, 'copies of each stream; 3 on a cluster'),
  host: text('HOST', '127.0.0.1', 'address the API listens on'),
  port: integer('PORT', 8080, 0, 'port the API listens on; 0 = a free one'),
  metricsHost: text('METRICS_HOST', '127.0.0.1', 'address of the private port of metrics, health and readiness'),
  metricsPort: integer('METRICS_PORT', 0, 0, 'private port of metrics, health and readiness; 0 = a free one'),
  drainMs: integer(
    'DRAIN_MS',
    5_000,
    0,
    'how long an ending API process still accepts requests while /ready answers 503',
  ),
  logLevel: choice('LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'log level'),
  moderation: choice('MODERATION', 'manual', ['manual', 'auto'], 'who approves sender names'),
  sharedTestName: text(
    'SHARED_TEST_NAME',
    'sms_promo',
    'SMS sender name that every account may try out without registration, 100 messages a day; empty = none',
  ),
  testMode: choice('TEST_MODE', 'off', ['off', 'on'], 'sandbox numbers 7000B0000NN and a movable clock'),
  allowedCountries: countries(
    'ALLOWED_COUNTRIES',
    ['RU'],
    'countries that may be sent to, such as RU,KZ, or * for all, where staff have set nothing for a company or its partner',
  ),
  countrySpendAlarm: integer(
    'COUNTRY_SPEND_ALARM',
    10_000,
    0,
    'staff are alarmed when a company spends more on one country abroad in a day, in its currency; 0 = never',
  ),
  rateLimits: choice('RATE_LIMITS', 'on', ['on', 'off'], 'request limits of the APIs'),
  backOffice: choice('BACK_OFFICE', 'off', ['off', 'on'], 'the API of staff under /admin/v1'),
  console: choice('CONSOLE', 'on', ['on', 'off'], 'the pages of the console under /console and their API'),
  consoleDir: text(
    'CONSOLE_DIR',
    'web/dist',
    'folder of the built console; a relative path starts where the process was started',
  ),
  staffTokenHours: integer('STAFF_TOKEN_HOURS', 12, 0, 'life of a staff token; 0 = until the password changes'),
  trustedProxies: ranges(
    'TRUSTED_PROXIES',
    'addresses or ranges (CIDR) of proxies whose X-Forwarded-For is believed; empty = nobody',
  ),
  tokenLifetimeDays: integer('TOKEN_LIFETIME_DAYS', 30, 0, 'life of a partner token; 0 = until the password changes'),
  hostNetworkRouting: choice(
    'HOST_NETWORK_ROUTING',
    'on',
    ['on', 'off'],
    "an MVNO's number may take the sender of its host network",
  ),
  chargeUndelivered: choice('CHARGE_UNDELIVERED', 'on', ['on', 'off'], 'SMS handed over but not delivered are paid'),
  secretKeys: list('SECRET_KEYS', 'keys for passwords at rest, id:base64 of 32 bytes, the current one first'),
  callbackAllow: ranges(
    'CALLBACK_ALLOW',
    'private address ranges (CIDR) that callbacks may reach; empty in production',
  ),
  callbackSourceAddress: text(
    'CALLBACK_SOURCE_ADDRESS',
    '',
    'local address that callbacks leave from; empty = chosen by the system',
  ),
  callbackConnections: integer('CALLBACK_CONNECTIONS', 32, 1, 'connections to one callback endpoint'),
  callbackGatherMs: integer(
    'CALLBACK_GATHER_MS',
    1_000,
    0,
    'how long an event of the messaging API waits for others to travel with it',
  ),
  eventsKeptDays: integer('EVENTS_KEPT_DAYS', 30, 2, 'days the numbered feed of events can be read back'),
  shortLinkBase: address(
    'SHORT_LINK_BASE',
    'address before the codes of short links: a host of their own such as https://s.example, or the API with /l; empty = http://HOST:PORT/l',
  ),
  fileStore: choice('FILE_STORE', 'disk', ['disk', 's3'], 'where the documents of companies are kept'),
  fileFolder: text(
    'FILE_FOLDER',
    '.data/files',
    'folder of the documents; with s3 the folder where uploads are gathered before they go there',
  ),
  s3Endpoint: text('S3_ENDPOINT', '', 'address of the S3 service, such as https://s3.example.org'),
  s3Region: text('S3_REGION', 'us-east-1', 'region that requests to S3 are signed for'),
  s3Bucket: text('S3_BUCKET', '', 'bucket of the documents'),
  s3KeyId: text('S3_KEY_ID', '', 'id of the access key of the bucket'),
  s3Secret: text('S3_SECRET', '', 'the access key itself'),
  clamdSocket: text('CLAMD_SOCKET', '', 'socket of clamd, a path or host:port; empty = documents are not scanned'),
  hcaptchaUrl: text('HCAPTCHA_URL', 'https://api.hcaptcha.com', 'where hCaptcha is asked about visitors'),
  recaptchaUrl: text('RECAPTCHA_URL', 'https://www.google.com', 'where reCAPTCHA is asked about visitors'),
  turnstileUrl: text('TURNSTILE_URL', 'https://challenges.cloudflare.com', 'where Turnstile is asked about visitors'),
  smartcaptchaUrl: text(
    'SMARTCAPTCHA_URL',
    'https://smartcaptcha.cloud.yandex.ru',
    'where SmartCaptcha is asked about visitors',
  ),
  instanceLeaseMs: integer(
    'INSTANCE_LEASE_MS',
    10_000,
    500,
    'a process that has not been heard of for so long is gone',
  ),
  claimLeaseMs: integer('CLAIM_LEASE_MS', 30_000, 500, 'a batch claimed but not begun for so long is published again'),
  batchDeadlineMs: integer(
    'BATCH_DEADLINE_MS',
    90_000,
    1_000,
    'a batch in flight for so long without an outcome is in doubt',
  ),
  inDoubtWaitMs: integer(
    'IN_DOUBT_WAIT_MS',
    120_000,
    100,
    'how long PROMO and SERVICE messages in doubt wait for a receipt',
  ),
  submitTimeoutMs: integer('SUBMIT_TIMEOUT_MS', 30_000, 100, 'an unanswered submit is in doubt after so long'),
  linkRetryMaxMs: integer(
    'LINK_RETRY_MAX_MS',
    60_000,
    10,
    'longest pause between two tries to bind a link; five times as long after a refused password or system id',
  ),
  searchTimeoutMs: integer(
    'SEARCH_TIMEOUT_MS',
    10_000,
    100,
    'a statement of GET /v1/message that runs longer is cancelled, and the call is refused with 400',
  ),
} as const;

export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]) => {
    const given = environment[setting.env];
    if (given === undefined || given === '') return [name, setting.fallback];
    const parsed = setting.parse(given);
    if (parsed === undefined) problems.push(`${setting.env}: ${setting.note}`);
    return [name, parsed];
  });
  if (problems.length > 0) throw new Error(`settings that do not parse: ${problems.join('; ')}`);
  // True because every entry is the fallback or the parsed value of its own setting.
  return Object.fromEntries(entries) as Config;
}
