// The figures of a cell: one process exports them, another one takes over, and a link that is removed leaves no series.
import { expect, test } from 'vitest';
import { selectLinks } from '../../../src/features/reports/figures/queue-figures.sql.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import type { Platform } from '../../../src/platform/platform.ts';
import { useCell } from '../../given/cell.ts';
import { figureOf } from '../../given/figures.ts';
import { givenSeller } from '../../given/people/seller.ts';
import { giveLeadership } from '../../given/rows/engine.ts';
import { disableLink, lapseLease } from '../../given/rows/links.ts';
import { TEST_COSTS } from '../../given/test-costs.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { moderation: 'auto', auditSeconds: 1 } });

const exported = async ({ metrics }: Pick<Platform, 'metrics'>, name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));

const leads = async (platform: Platform) => (await exported(platform, 'volley_leader')).length === 1;

test('figures and counters follow a message over its link', async () => {
  const { platform } = cell();
  await cell().link('mts');
  const seller = await givenSeller(cell(), { brands: ['MTS'] });
  await seller.results({ channelType: 'SMS', senderName: 'Shop', destination: '79161234567', content: 'Hi' });
  await until('the receipt is counted', async () =>
    (await exported(platform, 'volley_messages_moved_total')).some((line) =>
      /status="DELIVERED",link="mts".* 1$/.test(line),
    ),
  );
  expect(await exported(platform, 'volley_messages_accepted_total')).toEqual([
    expect.stringMatching(/channel="SMS".* 1$/),
  ]);
  expect(await exported(platform, 'volley_receipt_seconds_count')).toEqual([expect.stringMatching(/link="mts".* 1$/)]);
  expect(await exported(platform, 'volley_submit_seconds_count')).toEqual([expect.stringMatching(/link="mts".* 1$/)]);
  const figure = (...asked: Parameters<typeof figureOf> extends [unknown, ...infer Rest] ? Rest : never) =>
    figureOf(platform, ...asked);
  expect(await figure('volley_link_bound', { link: 'mts', channel: 'SMS' })).toBe(1);
  expect(await figure('volley_link_down_seconds', { link: 'mts' })).toBe(0);
  expect(await figure('volley_queue_oldest_seconds', { lane: 'urgent' })).toBe(0);
  expect(await figure('volley_role_processes', { role: 'sweeper' })).toBe(1);
  expect(await figure('volley_open_messages', { state: 'queued' })).toBe(0);
  expect(await figure('volley_partition_horizon_seconds', { table: 'messages' })).toBeGreaterThan(
    TEST_COSTS.partitionDaysAhead * 86_400,
  );
  expect(await figure('volley_wallet_balance', { currency: 'RUB' })).toBeGreaterThan(0);
  expect(await figure('volley_money_spent', { currency: 'RUB' })).toBeGreaterThan(0);
  expect(await figure('volley_recent_results', { operator: 'MTS', status: 'DELIVERED', code: 'none' })).toBe(1);
  expect(await figure('volley_bus_pending_messages', { stream: 'outcome' })).toBeDefined();
  await until('an audit has ended', async () => (await figure('volley_audit_rows')) === 0);
  expect(Date.now() / 1_000 - ((await figure('volley_audit_last_timestamp_seconds')) ?? 0)).toBeLessThan(60);
});

test('a link that is removed has no series', async () => {
  const id = await cell().link('beeline');
  const bound = () => figureOf(cell().platform, 'volley_link_bound', { link: 'beeline' });
  expect(await bound()).toBe(1);
  await disableLink(cell(), id);
  expect(await bound()).toBeUndefined();
});

test('a link whose owner has gone is down since the end of the lease', async () => {
  const id = await cell().link('mts');
  const undone = new Error('rolled back, so that no connector sees the change');
  const changed = inTransaction(cell().platform.db, async (tx) => {
    await lapseLease(tx, id, 90);
    const link = (await selectLinks(tx)).find((row) => row.id === id);
    expect(link?.bound).toBe(false);
    expect(link?.downSeconds).toBeGreaterThanOrEqual(90);
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
});

test('one process of the cell exports figures, and a process that lost the lease exports none', async () => {
  const first = cell().platform;
  await until('the first process leads', () => leads(first));
  const joined = await cell().join(['clock']);
  const second = joined.platform;
  await cell().passRounds();
  expect([await leads(first), await leads(second)]).toEqual([true, false]);
  await giveLeadership(cell(), 'figures', second.instanceId);
  await cell().passRounds();
  expect([await leads(first), await leads(second)]).toEqual([false, true]);
  expect(await exported(first, 'volley_link_bound')).toEqual([]);
  await joined.leave();
  await until('the first process leads again', async () => {
    await cell().passRounds();
    return leads(first);
  });
});
