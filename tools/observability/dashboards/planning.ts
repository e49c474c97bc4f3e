// Dashboards for working hours: money, latency, capacity.
import { type Dashboard, lines, perSecond, quantile, value } from './panel.ts';

export const MONEY: Dashboard = {
  name: 'money',
  title: 'money',
  rows: [
    {
      title: 'Audit',
      panels: [
        value('Findings', { description: 'Of the last audit.', unit: 'none', redFrom: 1 }, 'max(volley_audit_rows)'),
        value(
          'Drift',
          {
            description: 'Sum of the differences between stored and recounted money.',
            unit: 'none',
            redFrom: 0.000001,
          },
          'max(volley_money_drift)',
        ),
        value(
          'Last audit',
          { description: 'Time since it ended.', unit: 's' },
          'time() - max(volley_audit_last_timestamp_seconds)',
        ),
        value('Duration', { description: 'Of the last audit.', unit: 's' }, 'max(volley_audit_seconds)'),
      ],
    },
    {
      title: 'Months',
      panels: [
        lines('Reserved', { description: 'In months that are not closed.', unit: 'short' }, [
          'max by (currency) (volley_money_reserved)',
          '{{currency}}',
        ]),
        lines('Spent', { description: 'In months that are not closed; falls when a month closes.', unit: 'short' }, [
          'max by (currency) (volley_money_spent)',
          '{{currency}}',
        ]),
      ],
    },
    {
      title: 'Wallets',
      panels: [
        lines('Balance', { description: 'Of all wallets.', unit: 'short' }, [
          'max by (currency) (volley_wallet_balance)',
          '{{currency}}',
        ]),
        lines('Reserved', { description: 'In all wallets.', unit: 'short' }, [
          'max by (currency) (volley_wallet_reserved)',
          '{{currency}}',
        ]),
      ],
    },
    {
      title: 'Risks',
      panels: [
        lines('Wait for their margin', { description: 'Messages whose every link is at a loss.', unit: 'short' }, [
          'max by (channel) (volley_margin_waiting_messages)',
          '{{channel}}',
        ]),
        lines('Choices of the margin guard', { description: 'Per second.', unit: 'reqps' }, [
          perSecond('volley_link_margin_total', 'result'),
          '{{result}}',
        ]),
        lines('Extra submits', { description: 'Since the installation.', unit: 'short' }, [
          'max by (event) (volley_engine_events)',
          '{{event}}',
        ]),
      ],
    },
  ],
};

export const LATENCY: Dashboard = {
  name: 'latency',
  title: 'latency',
  rows: [
    {
      title: 'Objectives',
      panels: [
        value(
          'Server errors',
          { description: 'Share in an hour; the objective is 0.1 %.', unit: 'percentunit', redFrom: 0.001 },
          'volley:requests_bad:ratio_rate1h',
        ),
        value(
          'Slow requests',
          { description: 'Share in an hour; the objective is 1 %.', unit: 'percentunit', redFrom: 0.01 },
          'volley:request_time_bad:ratio_rate1h',
        ),
        value(
          'Late codes',
          { description: 'Share in an hour; the objective is 1 %.', unit: 'percentunit', redFrom: 0.01 },
          'volley:codes_bad:ratio_rate1h',
        ),
      ],
    },
    {
      title: 'Requests',
      panels: [
        lines('Requests', { description: 'Per second, by status.', unit: 'reqps' }, [
          perSecond('volley_request_seconds_count', 'status'),
          '{{status}}',
        ]),
        lines('Slowest routes', { description: '99 %; two routes are held open by design.', unit: 's' }, [
          `topk(10, ${quantile(0.99, 'volley_request_seconds', 'route')})`,
          '{{route}}',
        ]),
        lines('In flight', { description: 'Requests that are not answered yet.', unit: 'none' }, [
          'sum by (instance) (volley_requests_in_flight)',
          '{{instance}}',
        ]),
      ],
    },
    {
      title: 'From acceptance to the receipt',
      panels: [
        lines(
          'Wait of codes',
          { description: 'From acceptance to hand-over.', unit: 's' },
          [quantile(0.5, 'volley_code_wait_seconds'), 'median'],
          [quantile(0.99, 'volley_code_wait_seconds'), '99 %'],
        ),
        lines('Submit to answer', { description: '95 %, by link.', unit: 's' }, [
          quantile(0.95, 'volley_submit_seconds', 'link'),
          '{{link}}',
        ]),
        lines(
          'Hand-over to receipt',
          { description: 'Median and 95 %, by link.', unit: 's' },
          [quantile(0.5, 'volley_receipt_seconds', 'link'), '{{link}} median'],
          [quantile(0.95, 'volley_receipt_seconds', 'link'), '{{link}} 95 %'],
        ),
      ],
    },
    {
      title: 'Inside',
      panels: [
        lines(
          'Settlement transaction',
          { description: 'Of the recorder.', unit: 's' },
          [quantile(0.5, 'volley_record_seconds'), 'median'],
          [quantile(0.99, 'volley_record_seconds'), '99 %'],
        ),
        lines('Event loop', { description: '99 % of the delay, by process.', unit: 's' }, [
          'max by (instance, role) (nodejs_eventloop_lag_p99_seconds)',
          '{{instance}} {{role}}',
        ]),
        lines('Collection of the figures', { description: 'Every five seconds.', unit: 's' }, [
          'max(volley_collect_seconds)',
          'collection',
        ]),
      ],
    },
  ],
};

export const CAPACITY: Dashboard = {
  name: 'capacity',
  title: 'capacity',
  rows: [
    {
      title: 'Processes',
      panels: [
        lines(
          'Processor',
          { description: 'Cores in use, by process. Node uses little more than one.', unit: 'none', redFrom: 0.9 },
          ['sum by (instance, role) (rate(process_cpu_seconds_total[$__rate_interval]))', '{{instance}} {{role}}'],
        ),
        lines('Memory', { description: 'Resident.', unit: 'bytes' }, [
          'max by (instance, role) (process_resident_memory_bytes)',
          '{{instance}} {{role}}',
        ]),
        lines('Ready', { description: 'Roles that are not ready are 0.', unit: 'none' }, [
          'max by (instance, role) (volley_role_ready)',
          '{{instance}} {{role}}',
        ]),
      ],
    },
    {
      title: 'Database',
      panels: [
        lines('Connections in use', { description: 'Of DATABASE_POOL per process.', unit: 'none' }, [
          'max by (instance) (volley_database_pool_connections{state="used"})',
          '{{instance}}',
        ]),
        lines(
          'Waiting for a connection',
          { description: 'Transactions; more than 0 for long: raise DATABASE_POOL.', unit: 'none' },
          ['max by (instance) (volley_database_pool_waiters)', '{{instance}}'],
        ),
        lines('Partitions ahead', { description: 'Time until the last daily partition ends.', unit: 's' }, [
          'min by (table) (volley_partition_horizon_seconds)',
          '{{table}}',
        ]),
      ],
    },
    {
      title: 'Broker',
      panels: [
        lines('Messages in streams', { description: 'Near 0 while connectors and recorders keep up.', unit: 'short' }, [
          'max by (stream) (volley_bus_pending_messages)',
          '{{stream}}',
        ]),
        lines('Bytes in streams', { description: 'A stream takes at most 1 GiB.', unit: 'bytes' }, [
          'max by (stream) (volley_bus_pending_bytes)',
          '{{stream}}',
        ]),
        lines('Repairs', { description: 'Streams or consumers created again.', unit: 'none' }, [
          'sum by (instance) (increase(volley_bus_repairs_total[1h]))',
          '{{instance}}',
        ]),
      ],
    },
    {
      title: 'Queues',
      panels: [
        lines('Due strands', { description: 'By lane.', unit: 'short' }, [
          'max by (lane) (volley_queue_strands)',
          '{{lane}}',
        ]),
        lines('Batches claimed', { description: 'Per second, by lane.', unit: 'reqps' }, [
          perSecond('volley_batches_claimed_total', 'lane'),
          '{{lane}}',
        ]),
        lines('Links per operator', { description: 'That take messages now.', unit: 'none' }, [
          'max by (channel, operator) (volley_channel_open_links)',
          '{{channel}} {{operator}}',
        ]),
      ],
    },
  ],
};
