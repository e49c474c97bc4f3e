// Rows of the database as figures.
import { brandOfId } from '@volley/domain/numbers/brand.ts';
import { LANES } from '@volley/domain/sending/lane.ts';
import { messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import type { Figure, FigureName } from '../../../platform/metrics/figure-names.ts';
import type { countLinks } from '../ops/link-gauges.sql.ts';
import type { EndedSample } from '../ops/ops-sample.sql.ts';
import { type FailingHost, shownHosts } from './backlog-figures.sql.ts';
import type { BatchFigures, LaneFigures, LinkFigures, RoleCount } from './queue-figures.sql.ts';
import type { AuditFigures, MoneyFigures, TableHorizon } from './slow-figures.sql.ts';

const DAY_MS = 86_400_000;
const BATCH_STATE_LABELS = ['claimed', 'in_flight', 'link', 'held', 'doubt'];

export const figure = (name: FigureName, value: number, labels: Readonly<Record<string, string>> = {}): Figure => ({
  name,
  value,
  labels,
});

/** Ages are never negative: business time and real time may differ by moments. */
export const age = (name: FigureName, seconds: number, labels: Readonly<Record<string, string>> = {}): Figure =>
  figure(name, Math.max(0, seconds), labels);

export const laneFigures = (rows: readonly LaneFigures[]): Figure[] =>
  LANES.flatMap((lane, at) => {
    const row = rows.find((one) => one.lane === at);
    return [
      figure('volley_queue_strands', row?.strands ?? 0, { lane }),
      age('volley_queue_oldest_seconds', row?.oldestSeconds ?? 0, { lane }),
    ];
  });

export const batchFigures = (rows: readonly BatchFigures[]): Figure[] =>
  BATCH_STATE_LABELS.flatMap((state) => {
    const own = rows.filter((row) => row.state === state);
    return [
      figure('volley_batches', sumOf(own, 'batches'), { state }),
      figure('volley_batch_messages', sumOf(own, 'messages'), { state }),
      age('volley_batches_overdue_seconds', Math.max(0, ...own.map(({ overdueSeconds }) => overdueSeconds)), { state }),
    ];
  });

const sumOf = (rows: readonly BatchFigures[], counter: 'batches' | 'messages') =>
  rows.reduce((sum, row) => sum + row[counter], 0);

export const linkFigures = (links: readonly LinkFigures[], batches: readonly BatchFigures[]): Figure[] =>
  links.flatMap(({ id, link, channel, bound, downSeconds, degradedSeconds, paused, window, rate }) => {
    const labels = { link, channel };
    const inDoubt = batches.filter((row) => row.linkId === id && row.state === 'doubt');
    return [
      figure('volley_link_bound', bound ? 1 : 0, labels),
      // Null: it was never bound, and since when it is down is unknown.
      ...(downSeconds === null ? [] : [age('volley_link_down_seconds', downSeconds, labels)]),
      age('volley_link_degraded_seconds', degradedSeconds, labels),
      figure('volley_link_paused', paused ? 1 : 0, labels),
      figure('volley_link_window_size', window, labels),
      ...(rate === null ? [] : [figure('volley_link_rate_limit', rate, labels)]),
      figure('volley_link_in_doubt_messages', sumOf(inDoubt, 'messages'), labels),
    ];
  });

export const channelFigures = (rows: Awaited<ReturnType<typeof countLinks>>): Figure[] =>
  rows.flatMap(({ channelType: channel, brand, links, open }) => {
    const labels = { channel, operator: brandOfId(brand) ?? 'OTHER' };
    return [figure('volley_channel_links', links, labels), figure('volley_channel_open_links', open, labels)];
  });

const ROLES = ['api', 'pacer', 'connector', 'recorder', 'notifier', 'sweeper'];

/** Every role has a series: an alarm compares it with 0. */
export const roleFigures = (rows: readonly RoleCount[]): Figure[] =>
  ROLES.map((role) => {
    const own = rows.filter((row) => row.role === role || (role === 'sweeper' && row.role === 'clock'));
    return figure(
      'volley_role_processes',
      own.reduce((sum, { processes }) => sum + processes, 0),
      { role },
    );
  });

export const hostFigures = (hosts: readonly FailingHost[]): Figure[] => [
  figure(
    'volley_callback_failing_targets',
    hosts.reduce((sum, { targets }) => sum + targets, 0),
  ),
  ...shownHosts(hosts).map(({ host, seconds }) => age('volley_callback_host_failing_seconds', seconds, { host })),
];

export const moneyFigures = (rows: readonly MoneyFigures[]): Figure[] =>
  rows.flatMap(({ currency, reserved, spent, balance, walletReserved }) => [
    figure('volley_money_reserved', reserved, { currency }),
    figure('volley_money_spent', spent, { currency }),
    figure('volley_wallet_balance', balance, { currency }),
    figure('volley_wallet_reserved', walletReserved, { currency }),
  ]);

export const horizonFigures = (rows: readonly TableHorizon[], now: Date): Figure[] =>
  rows.map(({ table, lastDay }) => {
    const day = `${lastDay.slice(0, 4)}-${lastDay.slice(4, 6)}-${lastDay.slice(6)}`;
    return age('volley_partition_horizon_seconds', (Date.parse(day) + DAY_MS - now.getTime()) / 1_000, { table });
  });

export const auditFigures = (audit: AuditFigures | undefined, intervalSeconds: number): Figure[] => [
  figure('volley_audit_interval_seconds', intervalSeconds),
  ...(audit === undefined
    ? []
    : [
        figure('volley_audit_rows', audit.findings),
        figure('volley_audit_last_timestamp_seconds', audit.endedAtSeconds),
        figure('volley_audit_seconds', audit.seconds),
        figure('volley_money_drift', audit.drift),
      ]),
];

/** `share`: percentage of the messages in the sample. */
export const resultFigures = ({ groups }: EndedSample, share: number): Figure[] =>
  groups.map(({ brand, status, errorCode, count }) =>
    figure('volley_recent_results', (count * 100) / share, {
      operator: brandOfId(brand) ?? 'OTHER',
      status: messageStatusOfCode(status) ?? 'UNKNOWN',
      code: errorCode === null ? 'none' : String(errorCode),
    }),
  );
