// `npm run observability`: proves the shipped alerts in a running system. Starts role processes beside simulated
// operators and a Prometheus with the shipped rules, checks the exported metrics with promtool, then cuts a link, kills
// a callback host and blocks the audit, waits until each alert fires, heals the faults and waits until each ends.
// Prints a table; exits with 1 if an alert is missing, stays, or fires without its fault. Needs PostgreSQL, NATS and
// Prometheus.
import { spawnSync } from 'node:child_process';
import { CallbackSink } from '@volley/bench/harness/callback-sink.ts';
import { findProgram } from '@volley/bench/harness/find-program.ts';
import { type Harness, startHarness } from '@volley/bench/harness/harness.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { SANDBOX_CLOCK_PATH } from '@volley/server/surfaces/sandbox/sandbox-clock.ts';
import { breakSystem, type Fault, type System } from './observability/faults.ts';
import { type FiringAlert, type Prometheus, startPrometheus } from './observability/prometheus-process.ts';

/** Only ends what hangs: on a quiet machine an alert fires and ends within twenty seconds. */
const WAIT_MS = 150_000;
const ask = { timeoutMs: WAIT_MS, everyMs: 250 };

type Row = { readonly fault: string; readonly alert: string; readonly firedS: number; readonly endedS: number };

const sink = new CallbackSink(false);
await sink.open();
const harness = await startHarness({
  what: 'observability',
  layout: [['api', 'connector', 'notifier'], ['pacer', 'recorder', 'clock'], ['clock']],
  settings: { AUDIT_SECONDS: '5', LINK_RETRY_MAX_MS: '1000', CALLBACK_GATHER_MS: '0' },
});
let prometheus: Prometheus | undefined;
try {
  await checkMetrics(harness);
  prometheus = await startPrometheus(
    harness.folder,
    harness.processes.map(({ metricsUrl }) => new URL(metricsUrl).host),
  );
  const rows = await prove(prometheus, { harness, sink, advance });
  console.table(rows);
} catch (error) {
  console.error(error);
  console.error(harness.logTails());
  process.exitCode = 1;
} finally {
  await prometheus?.child.stop();
  await harness.stop();
  await sink.close();
}

async function prove(monitor: Prometheus, system: System): Promise<Row[]> {
  await waitFor('all processes are scraped', async () => (await monitor.targetsUp()) === harness.processes.length, ask);
  await untilOnly(monitor, []);
  await waitFor('all rules are evaluated', async () => (await monitor.brokenRules()).length === 0, ask);
  const faults = await breakSystem(system);
  try {
    const firing = async (fault: Fault) => isFiring(await monitor.firing(), fault);
    const fired = await secondsUntil(faults, 'fires', firing);
    await untilOnly(
      monitor,
      faults.flatMap(({ mayFire }) => mayFire),
    );
    const healing = Promise.all(faults.map(({ heal }) => heal()));
    const healedAtMs = performance.now();
    const ended = await secondsUntil(faults, 'ends', async (fault) => !(await firing(fault)), healedAtMs);
    await healing;
    await untilOnly(monitor, []);
    return faults.map(({ what, alert }, at) => ({
      fault: what,
      alert,
      firedS: fired[at] ?? Number.NaN,
      endedS: ended[at] ?? Number.NaN,
    }));
  } finally {
    await Promise.allSettled(faults.map(({ heal }) => heal()));
  }
}

/**
 * Waits until no other alert fires. Alerts on objectives look back for an hour: the start of the system may raise them.
 */
async function untilOnly(monitor: Prometheus, allowed: readonly string[]): Promise<void> {
  let others: FiringAlert[] = [];
  const isQuiet = async () => {
    others = (await monitor.firing()).filter(({ name, labels }) => !('slo' in labels) && !allowed.includes(name));
    return others.length === 0;
  };
  await waitFor('no alert fires without its fault', isQuiet, ask).catch((error: unknown) => {
    throw new Error(`alerts without a fault: ${JSON.stringify(others)}`, { cause: error });
  });
}

/** Without `sinceMs`, from the beginning of each fault on. */
function secondsUntil(
  faults: readonly Fault[],
  what: string,
  isDone: (fault: Fault) => Promise<boolean>,
  sinceMs?: number,
): Promise<number[]> {
  return Promise.all(
    faults.map(async (fault) => {
      await waitFor(`${fault.alert} ${what}`, () => isDone(fault), ask);
      return Math.round((performance.now() - (sinceMs ?? fault.brokenAtMs)) / 100) / 10;
    }),
  );
}

function isFiring(alerts: readonly FiringAlert[], { alert, labels }: Fault): boolean {
  return alerts.some(
    ({ name, labels: own }) => name === alert && Object.entries(labels).every(([label, value]) => own[label] === value),
  );
}

/** Names, types and units as Prometheus expects them; promtool prints every breach. */
async function checkMetrics({ processes }: Harness): Promise<void> {
  for (const { metricsUrl, roles } of processes) {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync(findProgram('promtool'), ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    if (status !== 0 || stdout + stderr !== '')
      throw new Error(`promtool check metrics of ${roles.join('+')}: ${stdout}${stderr}`);
    console.log(`promtool check metrics: ${roles.join('+')} ok, ${text.split('\n').length} lines`);
  }
}

async function advance(seconds: number): Promise<void> {
  const response = await fetch(`${harness.apiUrl()}${SANDBOX_CLOCK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: seconds }),
  });
  if (!response.ok) throw new Error(`POST ${SANDBOX_CLOCK_PATH} answered ${response.status}`);
}
