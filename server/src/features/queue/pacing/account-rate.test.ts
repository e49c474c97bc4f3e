import { expect, test } from 'vitest';
import { type AccountTimes, openAccounts } from './account-rate.ts';

const NOW = 1_720_000_000_000;
const LINKS = [
  { id: 7, protocol: 'TELEGRAM_BOT' as const, account_rate: null },
  { id: 8, protocol: 'VOLLEY_HTTP' as const, account_rate: null },
  { id: 9, protocol: 'WHATSAPP_CLOUD' as const, account_rate: 1_000 },
];
const strand = (sender_id: number, dispatch_id: number, waiting: number, account_link_id: number | null = 7) => ({
  dispatch_id,
  strand: 1,
  sender_id,
  account_link_id,
  lane: 2,
  waiting,
});
const sum = (strands: readonly { readonly waiting: number }[]) =>
  strands.reduce((all, { waiting }) => all + waiting, 0);

test('names without an account, and accounts without a limit, send all their messages', () => {
  const strands = [strand(1, 1, 900, null), strand(2, 2, 900, 8)];
  const { open, later, settle } = openAccounts(strands, LINKS, new Map(), new Date(NOW));
  expect(open).toEqual(strands);
  expect(later).toEqual([]);
  const nextAt = settle([{ senderId: 1, messages: 900 }]);
  expect(nextAt(strand(1, 1, 0))).toEqual(new Date(NOW));
});

test('a bot sends 25 messages per second, whatever the number of its dispatches', () => {
  const times: AccountTimes = new Map();
  const strands = [strand(1, 1, 10_000), strand(1, 2, 10_000), strand(2, 3, 4)];
  const sent: number[] = [];
  for (let nowMs = NOW; nowMs < NOW + 60_000; nowMs += 100) {
    const round = openAccounts(strands, LINKS, times, new Date(nowMs));
    const own = round.open.filter(({ sender_id }) => sender_id === 1);
    sent.push(sum(own));
    round.settle(own.map(({ waiting }) => ({ senderId: 1, messages: waiting })));
  }
  // 59.9 seconds pass between the first round and the last one.
  expect(sent.reduce((all, one) => all + one, 0)).toBe(1 + Math.floor(59.9 * 25));
  for (let at = 0; at + 10 <= sent.length; at += 1)
    expect(sent.slice(at, at + 10).reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(25);
});

test('a bot sends at the rate of its link, if the link has one', () => {
  const links = [{ id: 7, protocol: 'TELEGRAM_BOT' as const, account_rate: 1_000 }];
  const times: AccountTimes = new Map();
  let sent = 0;
  for (let nowMs = NOW; nowMs <= NOW + 10_000; nowMs += 100) {
    const round = openAccounts([strand(1, 1, 10_000)], links, times, new Date(nowMs));
    sent += sum(round.open);
    round.settle([{ senderId: 1, messages: sum(round.open) }]);
  }
  expect(sent).toBe(1 + 10 * 1_000);
});

test('a bot that has sent its allowance waits, and another bot does not', () => {
  const times: AccountTimes = new Map([[1, NOW + 400]]);
  const { open, later } = openAccounts([strand(1, 1, 5), strand(2, 2, 1)], LINKS, times, new Date(NOW));
  expect(open).toEqual([strand(2, 2, 1)]);
  expect(later.map(({ at }) => at.getTime())).toEqual([NOW + 400]);
});

test('urgent messages do not wait, and others wait for them', () => {
  const times: AccountTimes = new Map([[1, NOW + 400]]);
  const code = { ...strand(1, 1, 5), lane: 0 };
  const { open, settle } = openAccounts([strand(1, 2, 5), code], LINKS, times, new Date(NOW));
  expect(open).toEqual([code]);
  const nextAt = settle([{ senderId: 1, messages: 5 }]);
  expect([nextAt(strand(1, 2, 5)), nextAt(code)]).toEqual([new Date(NOW + 600), new Date(NOW)]);
});

test('the instant of the next round follows what was sent', () => {
  const { settle } = openAccounts([strand(1, 1, 50)], LINKS, new Map(), new Date(NOW));
  expect(settle([{ senderId: 1, messages: 1 }])(strand(1, 1, 0)).getTime()).toBe(NOW + 100);
});

test('accounts that have been idle are forgotten', () => {
  const times: AccountTimes = new Map([
    [1, NOW - 1_001],
    [2, NOW - 10],
  ]);
  openAccounts([], LINKS, times, new Date(NOW));
  expect([...times.keys()]).toEqual([2]);
});

test('an account of a link with a rate of its own sends at that rate', () => {
  const times: AccountTimes = new Map();
  let sent = 0;
  for (let nowMs = NOW; nowMs <= NOW + 10_000; nowMs += 100) {
    const round = openAccounts([strand(1, 1, 100_000, 9)], LINKS, times, new Date(nowMs));
    sent += sum(round.open);
    round.settle(round.open.map(({ waiting }) => ({ senderId: 1, messages: waiting })));
  }
  expect(sent).toBe(1 + 10 * 1_000);
});
