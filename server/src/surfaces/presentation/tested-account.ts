// The account of a sender name at the provider, as people see it: without its secrets. New credentials are tested after
// they are stored, outside the transaction; a refusal holds the messages of the name at once. An accepted account is
// subscribed to the provider's events; if that fails, the account works without them, and the answer gives the reason.
import { formatDatetime, formatDatetimeOrNull } from '@volley/contract/datetime.ts';
import { type AccountTest, subscribeAccount, testAccount } from '../../connectors/test-account.ts';
import { testedLink } from '../../connectors/tested-link.ts';
import { releaseHeld } from '../../features/queue/pacing/release-held.ts';
import { type FoundSettings, storeEventsCheck, storeFound } from '../../features/sender-accounts/check-events.ts';
import type { PutAccount, ShownAccount } from '../../features/sender-accounts/govern-account.ts';
import { closeAccount } from '../../features/sender-accounts/halt-account.ts';
import type { GovernedAccount } from '../../features/sender-accounts/stored-account.ts';
import type { Platform } from '../../platform/platform.ts';

const TEST_TIMEOUT_MS = 10_000;

type Needs = Pick<Platform, 'db' | 'bus' | 'clock' | 'config' | 'log' | 'secrets'>;

export type TestedAccount = { readonly shown: ShownAccount; readonly test: AccountTest };

/** Waiting messages go at once, unless the provider refuses the account. */
export async function testStored(platform: Needs, put: PutAccount): Promise<TestedAccount> {
  const { shown, account, credentials } = put;
  const link = testedLink(platform, put.link);
  const timeoutMs = Math.min(platform.config.submitTimeoutMs, TEST_TIMEOUT_MS);
  const test = await testAccount(link, credentials, timeoutMs);
  if (test.state === 'refused') {
    await closeAccount(platform, account, test.reason);
    platform.bus.wake('control.marks');
    const problemAt = platform.clock.now();
    return { shown: { ...shown, account: { ...account, problem: test.reason, problemAt } }, test };
  }
  if (credentials.settings['wabaId'] !== undefined) platform.bus.wake('templates');
  await releaseHeld(platform, { companyId: shown.companyId, senderId: account.senderId });
  if (test.state === 'unreachable') return { shown, test };
  const { senderId } = account;
  const keep = (found: FoundSettings) => storeFound(platform, account, found);
  const reason = await subscribeAccount(link, credentials, { senderId, timeoutMs, keep });
  await storeEventsCheck(platform, { ...account, claimedAt: null }, reason ?? null);
  if (reason === undefined) return { shown, test };
  platform.log.warn({ link: put.link.name, senderId: account.senderId, reason }, 'events of an account not subscribed');
  return { shown: { ...shown, account: { ...account, eventsProblem: reason } }, test: { ...test, reason } };
}

/** `now`: business time, by which pauses are stored. */
export function shownAccount({ use, fields, kinds, account, templates }: ShownAccount, now: Date) {
  return {
    use,
    fields: shownFields(fields),
    kinds: kinds.map(({ protocol, fields: members }) => ({ protocol, fields: shownFields(members) })),
    templates,
    account: account && accountAt(account, fields, now),
  };
}

const shownFields = (fields: ShownAccount['fields']) =>
  fields.map(({ name, isSecret, isOptional = false }) => ({ name, isSecret, isOptional }));

function accountAt(account: GovernedAccount, fields: ShownAccount['fields'], now: Date) {
  const { settings, pausedUntil, problem, problemAt, eventsProblem, templatesProblem, changedAt } = account;
  const isPaused = pausedUntil !== null && pausedUntil > now;
  return {
    // Settings that the provider has told are not for people.
    values: Object.fromEntries(Object.entries(settings).filter(([name]) => fields.some((one) => one.name === name))),
    state: stateOf(problem, isPaused),
    problem,
    problemAt: formatDatetimeOrNull(problemAt),
    eventsProblem,
    templatesProblem,
    pausedUntil: isPaused ? formatDatetime(pausedUntil) : null,
    changedAt: formatDatetime(changedAt),
  };
}

function stateOf(problem: string | null, isPaused: boolean): 'ready' | 'paused' | 'refused' {
  if (problem !== null) return 'refused';
  return isPaused ? 'paused' : 'ready';
}
