// Asks providers once an hour whether they report events of each account to this service, and subscribes again if not.
import { ACCOUNT_HOOKS } from '../../connectors/hooks.ts';
import { checkSubscription } from '../../connectors/test-account.ts';
import { testedLink } from '../../connectors/tested-link.ts';
import {
  claimDueChecks,
  type DueCheck,
  type FoundSettings,
  storeEventsCheck,
  storeFound,
} from '../../features/sender-accounts/check-events.ts';
import type { Platform } from '../../platform/platform.ts';

const AT_ONCE = 10;
const TIMEOUT_MS_MAX = 10_000;
const PROTOCOLS = Object.values(ACCOUNT_HOOKS).map(({ protocol }) => protocol);

type Needs = Pick<Platform, 'db' | 'config' | 'secrets' | 'log'>;

/** True: more accounts may be due. */
export async function checkSubscriptions(platform: Needs): Promise<boolean> {
  if (platform.config.publicUrl === '') return false;
  const due = await claimDueChecks(platform, PROTOCOLS, AT_ONCE);
  await Promise.all(due.map((one) => check(platform, one)));
  return due.length === AT_ONCE;
}

async function check(platform: Needs, one: DueCheck): Promise<void> {
  const { senderId, account, link } = one;
  const timeoutMs = Math.min(platform.config.submitTimeoutMs, TIMEOUT_MS_MAX);
  const keep = (found: FoundSettings) => storeFound(platform, one, found);
  const terms = { senderId, timeoutMs, keep };
  const { isRepeated, problem } = await checkSubscription(testedLink(platform, link), account, terms);
  await storeEventsCheck(platform, one, problem ?? null);
  const context = { link: link.name, senderId };
  if (problem !== undefined) platform.log.warn({ ...context, reason: problem }, 'events of an account not subscribed');
  else if (isRepeated) platform.log.warn(context, 'events of an account subscribed again');
}
