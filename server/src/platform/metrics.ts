// Prometheus metrics of one process, and its private port with /metrics, /health, /version, /ready and /ready/<role>.
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Readiness } from './readiness.ts';
import { VERSION } from './version.ts';

export type Metrics = {
  readonly registry: Registry;
  count(name: CounterName, labels?: Readonly<Record<string, string>>, by?: number): void;
  observeMs(name: HistogramName, ms: number, labels?: Readonly<Record<string, string>>): void;
  set(name: GaugeName, value: number, labels?: Readonly<Record<string, string>>): void;
  /** Removes a series, so that a stale value is not exported. */
  remove(name: GaugeName, labels: Readonly<Record<string, string>>): void;
};

const COUNTERS = {
  volley_messages_accepted_total: ['Messages accepted', []],
  volley_batches_claimed_total: ['Batches claimed by the pacer', ['lane']],
  volley_submits_total: ['Answered submit_sm, by link and result', ['link', 'result']],
  volley_provider_unknown_answers_total: [
    'Messages that failed with an unknown code of a provider, by protocol and code',
    ['protocol', 'code'],
  ],
  volley_link_moves_total: ['Batches moved to another link, by cause', ['because']],
  volley_link_moved_messages_total: ['Messages of batches moved to another link, by cause', ['because']],
  volley_link_margin_total: [
    'Choices of a link at a loss, without comparable prices (the guard, the mode cost), or waiting because every link is at a loss',
    ['result'],
  ],
  volley_link_bind_failures_total: ['Failed attempts to bind a link, by reason', ['link', 'reason']],
  volley_receipts_total: ['Receipts stored', ['link']],
  volley_malformed_pdus_total: ['Malformed PDUs received from an operator', ['link']],
  volley_messages_moved_total: ['Messages that reached a status', ['status']],
  volley_extra_submits_total: ['Submits proven to be duplicates', []],
  volley_batches_in_doubt_total: ['Batches that ended in doubt, by cause', ['cause']],
  volley_callbacks_total: ['Callback attempts, by result', ['result']],
  volley_bus_repairs_total: ['Streams or consumers created again', []],
  volley_inbound_total: ['Inbound messages, received or dropped, by reason', ['result']],
  volley_request_log_total: ['Entries of the partner request log, stored or lost', ['result']],
  volley_link_visits_total: ['Visits of short links: stored, dropped as repeated, or lost', ['result']],
  volley_verification_stops_total: ['Blocked verification codes, by cause', ['cause']],
  volley_verification_suspicions_total: ['Number prefixes suspected of verification code pumping', []],
  volley_verification_fallbacks_total: ['Codes sent over a further channel, by cause', ['cause']],
  volley_widget_alarms_total: ['Widgets whose errors of a number from 200 on begin', ['code']],
  volley_spend_alarms_total: ['Days on which a company exceeded the spend threshold for a foreign country', []],
  volley_loop_errors_total: ['Failed worker rounds that are retried', ['loop']],
} as const;

const HISTOGRAMS = {
  volley_request_ms: ['Duration of a request', ['route', 'status']],
  volley_record_ms: ['Duration of a settlement transaction', []],
  volley_callback_ms: ['Duration of a callback attempt', []],
} as const;

const GAUGES = {
  volley_build_info: ['Always 1; the version of the program and of Node', ['version', 'node']],
  volley_link_bound: ['1 when the link is bound, from the process that owns it', ['link']],
  volley_link_down_seconds: ['Seconds since the link went down, 0 while it is up', ['link']],
  volley_link_degraded: ['1 while the link is degraded: the last choice of its channel', ['link']],
  volley_link_degraded_seconds: ['Seconds since the link was degraded, 0 while it is not', ['link']],
  volley_channel_links: ['Links that are enabled and not paused, by channel and operator', ['channel', 'operator']],
  volley_channel_open_links: ['Links that take messages now, by channel and operator', ['channel', 'operator']],
  volley_unlinked_messages: ['Messages that are due and that no open link takes', ['channel']],
  volley_margin_waiting_messages: ['Messages that wait because every link is at a loss', ['channel']],
  volley_pacer_held: ['1 while the pacer claims no batches because the database lost commits', []],
  volley_audit_rows: ['Rows of the audit query; any value above 0 is an alarm', []],
} as const;

export type CounterName = keyof typeof COUNTERS;
export type HistogramName = keyof typeof HISTOGRAMS;
export type GaugeName = keyof typeof GAUGES;

const BUCKETS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

export function createMetrics(role: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  const counters = new Map(
    Object.entries(COUNTERS).map(([name, [help, labelNames]]) => [
      name,
      new Counter({ name, help, labelNames: [...labelNames] as string[], registers: [registry] }),
    ]),
  );
  const histograms = new Map(
    Object.entries(HISTOGRAMS).map(([name, [help, labelNames]]) => [
      name,
      new Histogram({
        name,
        help,
        labelNames: [...labelNames] as string[],
        buckets: BUCKETS_MS,
        registers: [registry],
      }),
    ]),
  );
  const gauges = new Map(
    Object.entries(GAUGES).map(([name, [help, labelNames]]) => [
      name,
      new Gauge({ name, help, labelNames: [...labelNames] as string[], registers: [registry] }),
    ]),
  );
  gauges.get('volley_build_info')?.set({ version: VERSION, node: process.version }, 1);
  return {
    registry,
    count: (name, labels = {}, by = 1) => counters.get(name)?.inc(labels, by),
    observeMs: (name, ms, labels = {}) => histograms.get(name)?.observe(labels, ms),
    set: (name, value, labels = {}) => gauges.get(name)?.set(labels, value),
    remove: (name, labels) => gauges.get(name)?.remove(labels),
  };
}

const BUILD = JSON.stringify({ version: VERSION, node: process.version });

export type PrivatePort = { readonly port: number; close(): Promise<void> };

export async function listenPrivately(
  metrics: Metrics,
  at: { host: string; port: number },
  readiness: Readiness,
): Promise<PrivatePort> {
  const answer = async (url: string): Promise<{ status: number; type: string; body: string }> => {
    if (url === '/metrics')
      return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() };
    if (url === '/version') return { status: 200, type: 'application/json', body: BUILD };
    if (url === '/health') return { status: 200, type: 'text/plain', body: 'ok' };
    const [path, role] = url.split('/').slice(1);
    const answer = path === 'ready' ? await readiness.ask(role) : undefined;
    if (answer === undefined) return { status: 404, type: 'text/plain', body: 'not found' };
    return { status: answer.ready ? 200 : 503, type: 'text/plain', body: answer.reason };
  };
  const server = createServer((request, response) => {
    void answer(request.url ?? '').then(({ status, type, body }) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at.port, at.host, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
