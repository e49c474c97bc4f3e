// Every metric of the program: meaning, labels and the roles that export it from their start. A metric that another
// role uses is exported from its first value on. `seeds` starts series at 0: `increase()` does not see the first event
// of a series that begins with it. Label values are sets of this program or names of links; no label holds an id of a
// customer.

const API = ['api'];
const SWEEPER = ['sweeper'];
const CONNECTOR = ['connector'];
const RECORDER = ['recorder'];
const PACER = ['pacer'];
const NOTIFIER = ['notifier'];

export const COUNTERS = {
  volley_messages_accepted_total: { help: 'Messages accepted, by channel', labels: ['channel'], from: API },
  volley_batches_claimed_total: {
    help: 'Batches claimed by the pacer',
    labels: ['lane'],
    from: PACER,
    seeds: ['urgent', 'normal', 'bulk'],
  },
  volley_submits_total: { help: 'Answered submits, by link and result', labels: ['link', 'result'], from: CONNECTOR },
  volley_provider_unknown_answers_total: {
    help: 'Messages that failed with an unknown code of a provider, by protocol and code',
    labels: ['protocol', 'code'],
    from: CONNECTOR,
  },
  volley_link_moves_total: {
    help: 'Batches moved to another link, by cause',
    labels: ['because'],
    from: PACER,
    seeds: ['down', 'tries'],
  },
  volley_link_moved_messages_total: {
    help: 'Messages of batches moved to another link, by cause',
    labels: ['because'],
    from: PACER,
    seeds: ['down', 'tries'],
  },
  volley_link_margin_total: {
    help: 'Choices of a link at a loss, without comparable prices (the guard, the mode cost), or waiting because every link is at a loss',
    labels: ['result'],
    from: PACER,
    seeds: ['loss', 'unknown', 'uncompared', 'waiting'],
  },
  volley_link_bind_failures_total: {
    help: 'Failed attempts to bind a link, by reason',
    labels: ['link', 'reason'],
    from: CONNECTOR,
  },
  volley_receipts_total: { help: 'Receipts stored', labels: ['link'], from: CONNECTOR },
  volley_receipt_unknown_words_total: {
    help: 'Receipts with an unknown word for the state of their message, by link and word',
    labels: ['link', 'word'],
    from: CONNECTOR,
  },
  volley_malformed_pdus_total: { help: 'Malformed PDUs received from an operator', labels: ['link'], from: CONNECTOR },
  volley_messages_moved_total: {
    help: 'Messages that reached a status, by the link that took them',
    labels: ['status', 'link'],
    from: RECORDER,
  },
  volley_extra_submits_total: { help: 'Submits proven to be duplicates', labels: [], from: RECORDER },
  volley_batches_in_doubt_total: {
    help: 'Batches that ended in doubt, by cause',
    labels: ['cause'],
    from: SWEEPER,
    seeds: ['lost'],
  },
  volley_callbacks_total: {
    help: 'Callback attempts, by result',
    labels: ['result'],
    from: NOTIFIER,
    seeds: ['delivered', 'failed'],
  },
  volley_bus_repairs_total: { help: 'Streams or consumers created again', labels: [], from: 'all' },
  volley_inbound_total: {
    help: 'Inbound messages, received or dropped, by reason',
    labels: ['result'],
    from: API,
    seeds: ['received'],
  },
  volley_request_log_total: {
    help: 'Entries of the partner request log, stored or lost',
    labels: ['result'],
    from: API,
    seeds: ['stored', 'lost'],
  },
  volley_link_visits_total: {
    help: 'Visits of short links: stored, dropped as repeated, or lost',
    labels: ['result'],
    from: API,
    seeds: ['stored', 'repeated', 'lost'],
  },
  volley_verification_stops_total: {
    help: 'Blocked verification codes, by cause',
    labels: ['cause'],
    from: API,
    seeds: ['money'],
  },
  volley_verification_suspicions_total: {
    help: 'Number prefixes suspected of verification code pumping',
    labels: [],
    from: API,
  },
  volley_verification_fallbacks_total: {
    help: 'Codes sent over a further channel, by cause',
    labels: ['cause'],
    from: SWEEPER,
    seeds: ['failed', 'wait'],
  },
  volley_widget_alarms_total: {
    help: 'Widgets whose errors of a number from 200 on begin',
    labels: ['code'],
    from: API,
  },
  volley_captcha_failures_total: {
    help: 'Captcha providers that began to fail, as the service observes them',
    labels: ['captcha'],
    from: SWEEPER,
  },
  volley_spend_alarms_total: {
    help: 'Days on which a company exceeded the spend threshold for a foreign country',
    labels: [],
    from: SWEEPER,
  },
  volley_duty_notices_total: {
    help: 'Attempts to send notices to people on duty, by kind of contact and result',
    labels: ['kind', 'result'],
    from: SWEEPER,
  },
  volley_trace_spans_total: {
    help: 'Spans of traces, exported or dropped',
    labels: ['result'],
    from: 'all',
  },
  volley_loop_errors_total: { help: 'Failed worker rounds that are retried', labels: ['loop'], from: 'all' },
} as const;

const FAST = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export const HISTOGRAMS = {
  volley_request_seconds: { help: 'Duration of a request', labels: ['route', 'status'], from: API, buckets: FAST },
  volley_record_seconds: {
    help: 'Duration of a settlement transaction',
    labels: [],
    from: RECORDER,
    buckets: FAST,
  },
  volley_callback_seconds: {
    help: 'Duration of a callback attempt',
    labels: [],
    from: NOTIFIER,
    buckets: [...FAST, 20, 30],
  },
  volley_submit_seconds: {
    help: 'Time from the hand-over of a message to its link to the answer of the operator',
    labels: ['link'],
    from: CONNECTOR,
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
  },
  volley_code_wait_seconds: {
    help: 'Time from the acceptance of a message of the type AUTHORIZE to its hand-over to a link',
    labels: ['channel'],
    from: CONNECTOR,
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300],
  },
  volley_receipt_seconds: {
    help: 'Time from the hand-over of a message to its final status by a receipt',
    labels: ['link'],
    from: RECORDER,
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400],
  },
} as const;

/** Gauges of one process. */
export const GAUGES = {
  volley_build_info: {
    help: 'Always 1; the version of the program and of Node',
    labels: ['version', 'node'],
    from: 'all',
  },
  volley_role_ready: { help: '1 while the role is ready in this process', labels: ['role'], from: 'all' },
  volley_link_window_used: {
    help: 'Parts on the wire or without a stored answer, from the process that owns the link',
    labels: ['link'],
    from: CONNECTOR,
  },
  volley_pacer_held: {
    help: '1 while the pacer claims no batches because the database lost commits',
    labels: [],
    from: PACER,
  },
  volley_requests_in_flight: { help: 'Requests that are not answered yet', labels: [], from: API },
  volley_database_pool_connections: {
    help: 'Connections of the pool, used or idle',
    labels: ['state'],
    from: 'all',
  },
  volley_database_pool_waiters: { help: 'Transactions that wait for a connection', labels: [], from: 'all' },
  volley_bus_connected: { help: '1 while the process is connected to the broker', labels: [], from: 'all' },
} as const;

export type CounterName = keyof typeof COUNTERS;
export type HistogramName = keyof typeof HISTOGRAMS;
export type GaugeName = keyof typeof GAUGES;
