// Dashboards of the person on call: overview, links, callbacks.
import { type Dashboard, lines, perSecond, quantile, value } from './panel.ts';

export const OVERVIEW: Dashboard = {
  name: 'overview',
  title: 'overview',
  rows: [
    {
      title: 'Now',
      panels: [
        value(
          'Links down',
          { description: 'Links that are bound to no operator and not paused.', unit: 'none', redFrom: 1 },
          'count(max by (link) (volley_link_bound) == 0 unless max by (link) (volley_link_paused) == 1) or vector(0)',
        ),
        value(
          'Codes wait',
          { description: 'Age of the oldest due strand of the urgent lane.', unit: 's', redFrom: 5 },
          'max(volley_queue_oldest_seconds{lane="urgent"})',
        ),
        value(
          'In doubt',
          { description: 'Messages whose answer was lost.', unit: 'none', redFrom: 1 },
          'sum(max by (link) (volley_link_in_doubt_messages))',
        ),
        value(
          'Audit findings',
          { description: 'Differences that the last audit found.', unit: 'none', redFrom: 1 },
          'max(volley_audit_rows)',
        ),
        value(
          'Failing callback targets',
          { description: 'Targets whose last attempt failed.', unit: 'none', redFrom: 1 },
          'max(volley_callback_failing_targets)',
        ),
        value(
          'Server errors',
          {
            description: 'Share of requests that end with 5xx; the objective is 0.1 %.',
            unit: 'percentunit',
            redFrom: 0.001,
          },
          'volley:requests_bad:ratio_rate5m',
        ),
      ],
    },
    {
      title: 'Traffic',
      panels: [
        lines('Accepted', { description: 'Messages per second.', unit: 'reqps' }, [
          perSecond('volley_messages_accepted_total', 'channel'),
          '{{channel}}',
        ]),
        lines('Reached a status', { description: 'Messages per second.', unit: 'reqps' }, [
          perSecond('volley_messages_moved_total', 'status'),
          '{{status}}',
        ]),
      ],
    },
    {
      title: 'Queues',
      panels: [
        lines(
          'Age of the oldest due strand',
          { description: 'Bulk may be old by its rate; urgent must be near 0.', unit: 's' },
          ['max by (lane) (volley_queue_oldest_seconds)', '{{lane}}'],
        ),
        lines('Open messages', { description: 'Of open dispatches and buckets.', unit: 'short' }, [
          'max by (state) (volley_open_messages)',
          '{{state}}',
        ]),
        lines('Batches not handed over', { description: 'By state.', unit: 'short' }, [
          'max by (state) (volley_batches)',
          '{{state}}',
        ]),
      ],
    },
    {
      title: 'Processes',
      panels: [
        lines('Live processes', { description: 'By role.', unit: 'none' }, [
          'max by (role) (volley_role_processes)',
          '{{role}}',
        ]),
        lines('Failed rounds', { description: 'Per second; each is tried again.', unit: 'reqps' }, [
          perSecond('volley_loop_errors_total', 'loop'),
          '{{loop}}',
        ]),
        lines('Overdue batches', { description: 'Time since the oldest batch was due.', unit: 's' }, [
          'max by (state) (volley_batches_overdue_seconds)',
          '{{state}}',
        ]),
      ],
    },
  ],
};

export const LINKS: Dashboard = {
  name: 'links',
  title: 'links',
  rows: [
    {
      title: 'State',
      panels: [
        lines('Bound', { description: '1: the session is up and has a live owner.', unit: 'none' }, [
          'max by (link) (volley_link_bound)',
          '{{link}}',
        ]),
        lines(
          'Down and degraded',
          { description: 'Seconds since the link went down or was degraded.', unit: 's' },
          ['max by (link) (volley_link_down_seconds) > 0', '{{link}} down'],
          ['max by (link) (volley_link_degraded_seconds) > 0', '{{link}} degraded'],
        ),
        lines('Failed binds', { description: 'Per second, by reason.', unit: 'reqps' }, [
          perSecond('volley_link_bind_failures_total', 'link, reason'),
          '{{link}} {{reason}}',
        ]),
      ],
    },
    {
      title: 'Submits',
      panels: [
        lines('Answers', { description: 'Per second, by result.', unit: 'reqps' }, [
          perSecond('volley_submits_total', 'link, result'),
          '{{link}} {{result}}',
        ]),
        lines('Use of the rate', { description: 'Submits against the rate of the contract.', unit: 'percentunit' }, [
          `${perSecond('volley_submits_total', 'link')} / max by (link) (volley_link_rate_limit)`,
          '{{link}}',
        ]),
        lines(
          'Use of the window',
          { description: 'Near 100 %: the operator answers too slowly for the window.', unit: 'percentunit' },
          ['max by (link) (volley_link_window_used) / max by (link) (volley_link_window_size)', '{{link}}'],
        ),
      ],
    },
    {
      title: 'Results',
      panels: [
        lines('Delivered share', { description: 'Of messages that became final, by link.', unit: 'percentunit' }, [
          'sum by (link) (rate(volley_messages_moved_total{status="DELIVERED"}[15m])) / sum by (link) (rate(volley_messages_moved_total{status=~"DELIVERED|FAILED"}[15m]))',
          '{{link}}',
        ]),
        lines(
          'Delivered share by operator',
          { description: 'From a sample of the last five minutes.', unit: 'percentunit' },
          [
            'sum by (operator) (volley_recent_results{status="DELIVERED"}) / sum by (operator) (volley_recent_results)',
            '{{operator}}',
          ],
        ),
        lines('Failures by code', { description: 'Messages of the last five minutes.', unit: 'short' }, [
          'sum by (operator, code) (volley_recent_results{status="FAILED"})',
          '{{operator}} {{code}}',
        ]),
      ],
    },
    {
      title: 'Receipts and doubts',
      panels: [
        lines('Receipts', { description: 'Per second.', unit: 'reqps' }, [
          perSecond('volley_receipts_total', 'link'),
          '{{link}}',
        ]),
        lines(
          'Waiting and unmatched',
          { description: 'Receipts that are not compared, or belong to no known message.', unit: 'short' },
          ['max(volley_receipts_waiting)', 'waiting'],
          ['max(volley_receipts_unmatched)', 'unmatched'],
        ),
        lines('In doubt', { description: 'Messages whose answer was lost.', unit: 'short' }, [
          'max by (link) (volley_link_in_doubt_messages)',
          '{{link}}',
        ]),
        lines('Moved to another link', { description: 'Messages per second, by cause.', unit: 'reqps' }, [
          perSecond('volley_link_moved_messages_total', 'because'),
          '{{because}}',
        ]),
      ],
    },
  ],
};

export const CALLBACKS: Dashboard = {
  name: 'callbacks',
  title: 'callbacks',
  rows: [
    {
      title: 'Attempts',
      panels: [
        lines('Attempts', { description: 'Per second, by result.', unit: 'reqps' }, [
          perSecond('volley_callbacks_total', 'result'),
          '{{result}}',
        ]),
        lines(
          'Time of an attempt',
          { description: 'Of receivers, not of the product.', unit: 's' },
          [quantile(0.5, 'volley_callback_seconds'), 'median'],
          [quantile(0.99, 'volley_callback_seconds'), '99 %'],
        ),
      ],
    },
    {
      title: 'Backlog',
      panels: [
        lines('Waiting events', { description: 'Of at most 10,000 rows per API.', unit: 'short' }, [
          'max by (api) (volley_callback_waiting_events)',
          '{{api}}',
        ]),
        lines('Age of the oldest event', { description: 'A failing host keeps its events for a day.', unit: 's' }, [
          'max by (api) (volley_callback_oldest_seconds)',
          '{{api}}',
        ]),
      ],
    },
    {
      title: 'Hosts',
      panels: [
        lines('Failing hosts', { description: 'Time without a success; the 20 longest.', unit: 's' }, [
          'max by (host) (volley_callback_host_failing_seconds)',
          '{{host}}',
        ]),
        value(
          'Failing targets',
          { description: 'Counted up to 1,000.', unit: 'none', redFrom: 1 },
          'max(volley_callback_failing_targets)',
        ),
      ],
    },
    {
      title: 'Feed',
      panels: [
        lines('Sequencer lag', { description: 'Time for which the oldest event has had no number.', unit: 's' }, [
          'max(volley_event_inbox_oldest_seconds)',
          'age',
        ]),
        lines('Events without a number', { description: 'Rows, up to 10,000.', unit: 'short' }, [
          'max(volley_event_inbox_rows)',
          'rows',
        ]),
        lines(
          'Steps that are due',
          { description: 'Cascades and further channels of codes.', unit: 's' },
          ['max(volley_cascade_oldest_seconds)', 'cascades'],
          ['max(volley_code_plan_oldest_seconds)', 'codes'],
        ),
      ],
    },
  ],
};
