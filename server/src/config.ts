// Every setting of the server in one table; the only reader of the environment. A value that does not parse stops the
// process before it listens. A test compares `.env.example` with this table.
import {
  address,
  choice,
  contacts,
  countries,
  databaseUrl,
  integer,
  list,
  page,
  ranges,
  type Setting,
  smtpUrl,
  text,
  toggle,
  unlessNone,
} from './setting-forms.ts';
import { TRACE_SETTINGS } from './trace-settings.ts';

export const SETTINGS = {
  roles: list('ROLES', 'roles of a process that is started without naming any, such as api,pacer'),
  databaseUrl: databaseUrl(
    'DATABASE_URL',
    'postgres://127.0.0.1:5432/volley',
    'PostgreSQL, the system of record; with several hosts, separated by commas, connections follow the primary',
  ),
  engineDatabaseUrl: databaseUrl(
    'ENGINE_DATABASE_URL',
    '',
    'the same database for loops and commands, as the user volley_engine; empty: DATABASE_URL',
  ),
  databasePool: integer('DATABASE_POOL', 8, 1, 'connections of one process'),
  natsUrl: text(
    'NATS_URL',
    'nats://127.0.0.1:4222',
    'NATS with JetStream, which carries batches and wake-ups; the servers of a cluster are separated by commas',
  ),
  cell: text(
    'CELL',
    'cell1',
    'name of this cell; part of every subject and stream, so that cells can share one broker',
  ),
  natsReplicas: integer('NATS_REPLICAS', 1, 1, 'copies of each stream; 3 on a cluster'),
  allowOldBroker: toggle(
    'ALLOW_OLD_BROKER',
    false,
    'roles start although NATS is older than 2.10.23 and may lose whole streams in a crash',
  ),
  host: text('HOST', '127.0.0.1', 'address the API listens on'),
  port: integer('PORT', 8080, 0, 'port the API listens on; 0 = a free one'),
  metricsHost: text('METRICS_HOST', '127.0.0.1', 'address of the private port of metrics, health and readiness'),
  metricsPort: integer('METRICS_PORT', 0, 0, 'private port of metrics, health and readiness; 0 = a free one'),
  auditSeconds: integer(
    'AUDIT_SECONDS',
    300,
    1,
    'pause between two audits of money, statuses and counters, in seconds',
  ),
  drainMs: integer(
    'DRAIN_MS',
    5_000,
    0,
    'how long an API process that shuts down accepts requests while /ready answers 503',
  ),
  logLevel: choice('LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'log level'),
  ...TRACE_SETTINGS,
  moderation: choice(
    'MODERATION',
    'manual',
    ['manual', 'auto'],
    'approval of sender names: by staff (manual) or at once (auto)',
  ),
  sharedTestName: unlessNone(
    'SHARED_TEST_NAME',
    'sms_promo',
    'SMS sender name that every account may use without registration, 100 messages per day; none = no such name',
  ),
  testMode: toggle('TEST_MODE', false, 'sandbox numbers 7000B0000NN and a movable clock'),
  clockFollower: text(
    'CLOCK_FOLLOWER',
    '',
    'in test mode, the address that receives every move of the clock, such as that of a simulator; empty = none',
  ),
  allowedCountries: countries(
    'ALLOWED_COUNTRIES',
    ['RU'],
    'allowed destination countries, such as RU,KZ, or * for all, unless staff have set others for a company or its partner',
  ),
  countrySpendAlarm: integer(
    'COUNTRY_SPEND_ALARM',
    10_000,
    0,
    'staff are alerted when a company spends more on one foreign country in a day, in its currency; 0 = never',
  ),
  rateLimits: toggle('RATE_LIMITS', true, 'request limits of the APIs'),
  backOffice: toggle('BACK_OFFICE', false, 'the API of staff under /admin/v1'),
  console: toggle('CONSOLE', true, 'the pages of the console under /console and their API'),
  consoleDir: text(
    'CONSOLE_DIR',
    'web/dist',
    'folder of the built console; a relative path starts at the working directory',
  ),
  docsDir: text(
    'DOCS_DIR',
    'site/dist',
    'folder of the built developer site; a relative path starts at the working directory',
  ),
  widgetDir: text(
    'WIDGET_DIR',
    'widget/dist',
    'folder of the built script of the verification widget; a relative path starts at the working directory',
  ),
  staffTokenHours: integer('STAFF_TOKEN_HOURS', 12, 0, 'lifetime of a staff token; 0 = until the password changes'),
  trustedProxies: ranges(
    'TRUSTED_PROXIES',
    'addresses or ranges (CIDR) of proxies whose X-Forwarded-For is trusted; empty = none',
  ),
  tokenLifetimeDays: integer(
    'TOKEN_LIFETIME_DAYS',
    30,
    0,
    'lifetime of a partner token; 0 = until the password changes',
  ),
  hostNetworkRouting: toggle(
    'HOST_NETWORK_ROUTING',
    true,
    'a number of an MVNO may use the sender name of its host network',
  ),
  chargeUndelivered: toggle(
    'CHARGE_UNDELIVERED',
    true,
    'SMS accepted by the operator are charged even if not delivered',
  ),
  secretKeys: list('SECRET_KEYS', 'keys for passwords at rest, id:base64 of 32 bytes, the current one first'),
  callbackAllow: ranges(
    'CALLBACK_ALLOW',
    'private address ranges (CIDR) that callbacks, and files of messages with media=upload, may reach; empty in production',
  ),
  callbackSourceAddress: text(
    'CALLBACK_SOURCE_ADDRESS',
    '',
    'local address that callbacks leave from; empty = chosen by the system',
  ),
  callbackConnections: integer('CALLBACK_CONNECTIONS', 32, 1, 'connections to one callback target'),
  callbackGatherMs: integer(
    'CALLBACK_GATHER_MS',
    1_000,
    0,
    'how long an event of the messaging API waits to be sent together with later ones',
  ),
  eventsKeptDays: integer('EVENTS_KEPT_DAYS', 30, 2, 'days the numbered feed of events can be read back'),
  shortLinkBase: address(
    'SHORT_LINK_BASE',
    'address before the codes of short links: a dedicated host such as https://s.example, or the API with /l; empty = http://HOST:PORT/l',
  ),
  publicUrl: address(
    'PUBLIC_URL',
    'https address of the API as providers reach it, before /channels/v1; empty = providers are given no address for their reports. Set it for `api` and `connector`',
  ),
  securityContact: contacts(
    'SECURITY_CONTACT',
    'where to report vulnerabilities of this installation, such as mailto:security@example.com or an https address, the preferred one first; empty = no /.well-known/security.txt',
  ),
  securityPolicy: page(
    'SECURITY_POLICY',
    'https address of your rules for such reports; empty = /docs/operating/security of PUBLIC_URL',
  ),
  fileStore: choice('FILE_STORE', 'disk', ['disk', 's3'], 'where the documents of companies are stored'),
  fileFolder: text(
    'FILE_FOLDER',
    '.data/files',
    'folder of the documents; with s3 the folder where uploads are spooled',
  ),
  s3Endpoint: text('S3_ENDPOINT', '', 'address of the S3 service, such as https://s3.example.org'),
  s3Region: text('S3_REGION', 'us-east-1', 'region that requests to S3 are signed for'),
  s3Bucket: text('S3_BUCKET', '', 'bucket of the documents'),
  s3KeyId: text('S3_KEY_ID', '', 'id of the access key of the bucket'),
  s3Secret: text('S3_SECRET', '', 'the access key itself'),
  clamdSocket: text('CLAMD_SOCKET', '', 'socket of clamd, a path or host:port; empty = documents are not scanned'),
  hcaptchaUrl: text('HCAPTCHA_URL', 'https://api.hcaptcha.com', 'address of hCaptcha'),
  recaptchaUrl: text('RECAPTCHA_URL', 'https://www.google.com', 'address of reCAPTCHA'),
  turnstileUrl: text('TURNSTILE_URL', 'https://challenges.cloudflare.com', 'address of Turnstile'),
  smartcaptchaUrl: text('SMARTCAPTCHA_URL', 'https://smartcaptcha.cloud.yandex.ru', 'address of SmartCaptcha'),
  smtpUrl: smtpUrl(
    'SMTP_URL',
    'server for e-mails to people on duty, such as smtp://user:password@mail.example:587 or smtps://mail.example; empty = none',
  ),
  smtpFrom: text('SMTP_FROM', '', 'sender address of e-mails to people on duty'),
  dutyTelegramUrl: text(
    'DUTY_TELEGRAM_URL',
    'https://api.telegram.org',
    'address of the Telegram Bot API for notices to people on duty',
  ),
  dutyReminderHours: integer(
    'DUTY_REMINDER_HOURS',
    4,
    1,
    'people on duty are reminded of an open alert after this time',
  ),
  instanceLeaseMs: integer(
    'INSTANCE_LEASE_MS',
    10_000,
    500,
    'a process that has not renewed its lease for this time counts as dead',
  ),
  claimLeaseMs: integer(
    'CLAIM_LEASE_MS',
    30_000,
    500,
    'a batch that was claimed but not started within this time is published again',
  ),
  batchDeadlineMs: integer(
    'BATCH_DEADLINE_MS',
    90_000,
    1_000,
    'a batch in flight without an outcome for this time is in doubt',
  ),
  inDoubtWaitMs: integer(
    'IN_DOUBT_WAIT_MS',
    120_000,
    100,
    'how long PROMO and SERVICE messages in doubt wait for a receipt',
  ),
  submitTimeoutMs: integer('SUBMIT_TIMEOUT_MS', 30_000, 100, 'a submit without an answer for this time is in doubt'),
  linkRetryMaxMs: integer(
    'LINK_RETRY_MAX_MS',
    60_000,
    10,
    'longest pause between two attempts to bind a link; five times as long after refused credentials',
  ),
  searchTimeoutMs: integer(
    'SEARCH_TIMEOUT_MS',
    10_000,
    100,
    'time limit of the statements of GET /v1/message; a longer call is refused with 400',
  ),
} as const;

export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

/** A value as it stands in the environment. */
export function settingText(value: Config[keyof Config]): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]) => {
    const given = environment[setting.env];
    if (given === undefined || given === '') return [name, setting.fallback];
    const parsed = setting.parse(given);
    if (parsed === undefined) problems.push(`${setting.env}: ${setting.note}`);
    return [name, parsed];
  });
  if (problems.length > 0) throw new Error(`invalid settings: ${problems.join('; ')}`);
  // Every entry is the fallback or the parsed value of its own setting.
  return Object.fromEntries(entries) as Config;
}
