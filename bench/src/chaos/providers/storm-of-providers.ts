// `npm run chaos -- --providers`: messages over every HTTP protocol at once, while each provider loses answers,
// throttles, fails, resets connections and refuses the token in the middle of the run. Fails if a message is lost, if
// more is sent twice than the doubt policy of the protocol allows, or if the money does not add up. `--provider NAME`
// runs one of them, `--messages` sets the number per provider, `--seed` repeats the faults of a run, `--json` prints
// one JSON object instead of the table.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { putProviderLinks, untilBound } from '../../channels/provider-link.ts';
import { defaultDatabaseUrl, defaultNatsUrl, type Harness, startHarness } from '../../harness/harness.ts';
import type { SimulatorCounters } from '../../harness/simulator-process.ts';
import { waitFor } from '../../harness/wait.ts';
import { withDatabase } from '../../harness/with-database.ts';
import { openSubscribers } from '../../subscribers.ts';
import type { Claim } from '../claims.ts';
import { EXIT_CODES, started } from '../judgment.ts';
import { readTariffs } from '../recount.ts';
import { claimProvider, type ProviderBooks, readProviderBooks } from './provider-books.ts';
import { PROVIDER_CASES, type ProviderCase } from './provider-cases.ts';
import { openProviderLoad, type ProviderLoad } from './provider-load.ts';

const { values } = parseArgs({
  options: {
    providers: { type: 'boolean' },
    provider: { type: 'string' },
    messages: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    json: { type: 'boolean' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 0xffff_ffff) : Number(values.seed);
const messagesWanted = Number(values.messages);
const cases = PROVIDER_CASES.filter(({ name }) => values.provider === undefined || name === values.provider);
if (cases.length === 0)
  throw new Error(`no provider ${values.provider}; choose from ${PROVIDER_CASES.map(({ name }) => name).join(', ')}`);

/** Few messages meet every fault only if it is more frequent. */
const MORE = messagesWanted < 1_000 ? 3 : 1;
/** Connections close, answers break off, and gateways answer in the place of the provider. */
const FAULTS = {
  lostAnswerPercent: 2 * MORE,
  lostAnswers: 'any',
  throttledPercent: 5,
  failedPercent: 2 * MORE,
  resetPercent: 1 * MORE,
};
const NO_FAULTS = { lostAnswerPercent: 0, throttledPercent: 0, failedPercent: 0, resetPercent: 0 };
const WINDOW = 50;
/** Statuses prove a lost answer within this time, on a busy machine too. */
const DOUBT_MS = 10_000;
const SETTINGS = {
  // No call goes there: the simulator replaces its origin.
  PUBLIC_URL: 'https://volley.example',
  IN_DOUBT_WAIT_MS: String(DOUBT_MS),
  SUBMIT_TIMEOUT_MS: '5000',
  LOG_LEVEL: 'info',
};
/** Reports of the last messages arrive within this time, on a busy machine too. */
const REPORTS_MS = 15_000;
/** Longer than any lifetime: a message without a report becomes final. */
const LIFETIME_SECONDS = 26 * 3_600;
/** The messages of a slow account take two minutes; each of their waits is at most seconds long. */
const PATIENCE_MS = 600_000;
const say = (text: string): boolean => process.stderr.write(`${(performance.now() / 1_000).toFixed(1)} s ${text}\n`);

async function pointHooks({ simulator, apiUrl }: Harness): Promise<void> {
  const hooks = `${apiUrl()}/channels/v1`;
  await simulator.control('/whatsapp/hooks', { url: `${hooks}/whatsapp-cloud` });
  await simulator.control('/channels/hooks', { url: `${hooks}/volley-http` });
  await simulator.control('/gateway/account', { origin: apiUrl() });
  for (const path of ['/partner/reports', '/bots/webhooks', '/max-bots/webhooks', '/vk-bots/callbacks'])
    await simulator.control(path, { origin: apiUrl() });
}

const behave = ({ simulator }: Harness, { scenarioPath, scenario }: ProviderCase, faults: object): Promise<void> =>
  simulator.control(scenarioPath, { ...scenario, ...faults });

/** Waits until half of the messages are sent, lets the access expire, and restores it once the service has noticed. */
async function expireToken(harness: Harness, load: ProviderLoad): Promise<void> {
  const { provider, names, sent } = load;
  await waitFor(
    `half of the messages of ${provider.name}`,
    async () => (await countOpen(harness, load, 'sent_at is null')) <= sent.size / 2,
    { timeoutMs: PATIENCE_MS, everyMs: 200 },
  );
  const set = async (isOpen: boolean) => {
    for (const { account } of names) await harness.simulator.control(...provider.access(isOpen, account));
  };
  await set(false);
  await untilNoticed(harness, load);
  await set(true);
  await load.putAccounts();
  say(`${provider.name}: the token has expired and was renewed`);
}

/** The run may be over for an account whose messages are all sent. */
async function untilNoticed(harness: Harness, { provider, names }: ProviderLoad): Promise<void> {
  if (provider.accountAt === undefined) return untilBound(harness, [provider.name], false);
  await withDatabase(harness.databaseUrl, (client) =>
    waitFor(
      `an account of ${provider.name} is refused`,
      async () => {
        const ids = names.map(({ senderId }) => senderId);
        const found = await client.query(
          'select from sender_accounts where sender_id = any($1) and problem is not null',
          [ids],
        );
        return (found.rowCount ?? 0) > 0;
      },
      { timeoutMs: PATIENCE_MS, everyMs: 200 },
    ),
  );
}

type Open = 'sent_at is null' | 'status = 0' | 'status < 2';

/** Messages that the API has not stored yet are open too. */
const countOpen = (harness: Harness, { companyId }: ProviderLoad, condition: Open) =>
  withDatabase(harness.databaseUrl, async (client) => {
    const { rows } = await client.query<{ stored: number; open: number }>(
      `select count(*)::integer as stored, count(*) filter (where ${condition})::integer as open
       from messages where company_id = $1`,
      [companyId],
    );
    const { stored = 0, open = 0 } = rows[0] ?? {};
    return messagesWanted - stored + open;
  });

async function runProvider(harness: Harness, load: ProviderLoad): Promise<number> {
  const startMs = performance.now();
  await Promise.all([load.send(), expireToken(harness, load)]);
  await untilNone(harness, load, 'status = 0');
  // No report follows a message that counts as handed over by the doubt policy: the end of its lifetime decides it.
  if (load.provider.doubt !== 'blind') await untilNone(harness, load, 'status < 2', REPORTS_MS).catch(() => undefined);
  const seconds = (performance.now() - startMs) / 1_000;
  say(`${load.provider.name}: ${messagesWanted} messages are handed over after ${seconds.toFixed(1)} s`);
  return seconds;
}

const untilNone = (harness: Harness, load: ProviderLoad, open: Open, timeoutMs = PATIENCE_MS) =>
  waitFor(`${load.provider.name}: no message with ${open}`, async () => (await countOpen(harness, load, open)) === 0, {
    timeoutMs,
    everyMs: 500,
  });

async function run(harness: Harness) {
  const adminToken = await harness.givenAdminToken();
  const partner = await harness.givenPartner();
  const tariffs = readTariffs(await partner.call('GET', '/price/tariffs'));
  await pointHooks(harness);
  const links = cases.map(({ name, protocol, link }) => ({
    name,
    protocol,
    windowSize: WINDOW,
    ...link(harness.simulator),
  }));
  await putProviderLinks(harness, adminToken, links);
  const parts = { harness, partner, adminToken, subscribers: openSubscribers() };
  const loads: ProviderLoad[] = [];
  for (const one of cases) loads.push(await openProviderLoad(parts, one, PROVIDER_CASES.indexOf(one), messagesWanted));
  for (const one of cases) await behave(harness, one, FAULTS);
  say(`seed ${seed}: ${cases.length} providers, ${messagesWanted} messages each (repeat with --seed ${seed})`);
  // Forms of one provider share its faults and its access, so they follow each other.
  const groups = [...Map.groupBy(loads, ({ provider }) => provider.counters).values()];
  const runs = (await Promise.all(groups.map((group) => runGroup(harness, group)))).flat();
  for (const one of cases) await behave(harness, one, NO_FAULTS);
  await partner.call('POST', '/sandbox/v1/clock', { advanceSeconds: LIFETIME_SECONDS });
  const books: ProviderBooks[] = [];
  for (const { load, met, seconds } of runs) {
    await untilNone(harness, load, 'status < 2');
    books.push({ ...(await readProviderBooks(harness, load, tariffs, met)), seconds });
    await load.close();
  }
  const secrets = [
    ...links.flatMap((link) => ('password' in link ? [link.password] : [])),
    ...loads.flatMap(({ names }) =>
      names.flatMap(({ account }) => [account['token'] ?? [], account['secret'] ?? []]).flat(),
    ),
  ];
  return { books, findings: await harness.audit(), secrets: [...new Set(secrets.filter((one) => one !== undefined))] };
}

/** The log files in which a secret of a provider appears. */
function findSecrets(folder: string, secrets: readonly string[]): string[] {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs.filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return secrets.some((secret) => text.includes(secret));
  });
}

async function runGroup(harness: Harness, loads: readonly ProviderLoad[]) {
  const runs: { load: ProviderLoad; met: SimulatorCounters; seconds: number }[] = [];
  for (const load of loads) {
    const { counters } = load.provider;
    const before = await harness.simulator.providerCounters(counters);
    const seconds = await runProvider(harness, load);
    const after = await harness.simulator.providerCounters(counters);
    const met = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
    runs.push({ load, met, seconds });
  }
  return runs;
}

function drawTable(books: readonly ProviderBooks[]): void {
  const shown = books.map(({ ledgerMicros, recountedMicros, seconds, ...one }) => ({
    ...one,
    ledger: ledgerMicros === recountedMicros ? 'equal' : `${ledgerMicros} ≠ ${recountedMicros}`,
    seconds: Math.round(seconds),
  }));
  console.table(shown);
}

const harness = await started('the system', () =>
  startHarness({
    what: 'provider_chaos',
    databaseUrl: defaultDatabaseUrl,
    natsUrl: defaultNatsUrl,
    links: [],
    seed,
    layout: [
      ['api', 'pacer', 'clock'],
      ['connector', 'recorder', 'notifier'],
    ],
    settings: SETTINGS,
  }),
).catch((error: unknown) => {
  console.error(error);
  say(`not judged: the system did not start (repeat with --seed ${seed})`);
  process.exit(EXIT_CODES['not judged']);
});
let ok = false;
try {
  const { books, findings, secrets } = await run(harness);
  const leaks = findSecrets(harness.folder, secrets);
  const claims: Claim[] = [
    ...books.flatMap(claimProvider),
    [`audit: ${findings.length} rows`, findings.length === 0],
    [`${leaks.length} of ${secrets.length} secrets in the logs ${leaks.join(', ')}`, leaks.length === 0],
  ];
  if (values.json === true) process.stdout.write(`${JSON.stringify({ seed, providers: books, findings })}\n`);
  else drawTable(books);
  for (const [claim, holds] of claims) if (!holds) say(`FAILED ${claim}`);
  ok = claims.every(([, holds]) => holds);
  say(`${claims.filter(([, holds]) => holds).length} of ${claims.length} claims hold, seed ${seed}`);
} catch (error) {
  console.error(error);
  console.error(harness.logTails());
} finally {
  await harness.stop().catch((error: unknown) => console.error(error));
}
// After a failure the runs of other providers still wait.
process.exit(ok ? 0 : 1);
