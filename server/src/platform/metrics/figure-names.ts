// Figures: gauges about the whole cell, which one process reads from the database and the broker. That process, the
// leader, is one of the sweepers; no other process exports them.
export const FIGURES = {
  volley_leader: ['1 in the process that collects the figures of the cell', []],
  volley_collect_seconds: ['Duration of the last collection of figures', []],
  volley_role_processes: ['Live processes, by role', ['role']],

  volley_queue_strands: ['Strands that are due and wait for credit of a link, by lane', ['lane']],
  volley_queue_oldest_seconds: ['Age of the oldest due strand, 0 without one, by lane', ['lane']],
  volley_open_messages: ['Messages of open dispatches, queued or with the operator', ['state']],
  volley_batches: ['Batches that are not handed over, by state', ['state']],
  volley_batch_messages: ['Messages of batches that are not handed over, by state', ['state']],
  volley_batches_overdue_seconds: ['Time since the oldest batch was due, 0 without one, by state', ['state']],

  volley_link_bound: ['1 when the link is bound and has a live owner', ['link', 'channel']],
  volley_link_down_seconds: ['Seconds since the link went down, 0 while it is up', ['link', 'channel']],
  volley_link_degraded_seconds: ['Seconds since the link was degraded, 0 while it is not', ['link', 'channel']],
  volley_link_paused: ['1 while staff have paused the link', ['link', 'channel']],
  volley_link_window_size: ['Largest number of open parts', ['link', 'channel']],
  volley_link_rate_limit: ['Messages per second that the contract allows; absent: no limit', ['link', 'channel']],
  volley_link_in_doubt_messages: ['Messages of batches in doubt now', ['link', 'channel']],
  volley_channel_links: ['Links that are enabled and not paused, by channel and operator', ['channel', 'operator']],
  volley_channel_open_links: ['Links that take messages now, by channel and operator', ['channel', 'operator']],
  volley_unlinked_messages: ['Messages that are due and that no open link takes', ['channel']],
  volley_margin_waiting_messages: ['Messages that wait because every link is at a loss', ['channel']],

  volley_receipts_waiting: ['Receipts that are not compared yet, counted up to 10,000', []],
  volley_receipts_oldest_seconds: ['Age of the oldest receipt that is not compared yet, 0 without one', []],
  volley_receipts_unmatched: ['Receipts whose message is unknown after all tries, counted up to 10,000', []],
  volley_recent_results: [
    'Messages that became final in the last five minutes, scaled up from a sample',
    ['operator', 'status', 'code'],
  ],

  volley_callback_waiting_events: ['Events that wait for callback targets, of at most 10,000 rows', ['api']],
  volley_callback_oldest_seconds: ['Age of the oldest event that waits for a callback target, 0 without one', ['api']],
  volley_callback_failing_targets: ['Callback targets whose last attempt failed, counted up to 1,000', []],
  volley_callback_host_failing_seconds: ['Time since a host fails all callbacks; the 20 longest', ['host']],
  volley_event_inbox_rows: ['Recorded events without a number, in rows, counted up to 10,000', []],
  volley_event_inbox_oldest_seconds: ['Time for which the oldest row of the inbox has been seen', []],
  volley_cascade_oldest_seconds: ['Time since the oldest step of a cascade was due, 0 without one', []],
  volley_code_plan_oldest_seconds: ['Time since the oldest further channel of a code was due, 0 without one', []],

  volley_partition_horizon_seconds: ['Time until the last daily partition ends, by table', ['table']],
  volley_bus_pending_messages: ['Messages in a stream of the broker', ['stream']],
  volley_bus_pending_bytes: ['Bytes in a stream of the broker', ['stream']],
  volley_engine_events: ['Doubts, resends and extra submits since the installation', ['event']],

  volley_money_reserved: ['Money reserved in open months, by currency', ['currency']],
  volley_money_spent: ['Money spent in open months, by currency', ['currency']],
  volley_wallet_balance: ['Balance of all wallets, by currency', ['currency']],
  volley_wallet_reserved: ['Money reserved in all wallets, by currency', ['currency']],
  volley_money_drift: ['Sum of the differences of money that the last audit found, in units of its currencies', []],
  volley_audit_rows: ['Findings of the last audit; any value above 0 is an alarm', []],
  volley_audit_last_timestamp_seconds: ['Time at which the last audit ended', []],
  volley_audit_seconds: ['Duration of the last audit', []],
  volley_audit_interval_seconds: ['Pause between two audits, the setting AUDIT_SECONDS', []],
} as const;

export type FigureName = keyof typeof FIGURES;

export type Figure = {
  readonly name: FigureName;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
};
