// Reads the templates of accounts at their providers, and compares those of the sender names with them.
import { readTemplates } from '../../connectors/read-templates.ts';
import { testedLink } from '../../connectors/tested-link.ts';
import type { DueAccount } from '../../features/sender-accounts/due-account.ts';
import {
  claimDueRegistries,
  storeRegistry,
  storeRegistryProblem,
} from '../../features/sender-accounts/read-registries.ts';
import type { Platform } from '../../platform/platform.ts';

const AT_ONCE = 5;
const TIMEOUT_MS_MAX = 10_000;

type Needs = Pick<Platform, 'db' | 'config' | 'secrets' | 'log'>;

/** True: more accounts may be due. */
export async function readRegistries(platform: Needs): Promise<boolean> {
  const due = await claimDueRegistries(platform, AT_ONCE);
  await Promise.all(due.map((one) => readRegistry(platform, one)));
  return due.length === AT_ONCE;
}

async function readRegistry(platform: Needs, one: DueAccount): Promise<void> {
  const { senderId, account, link } = one;
  const timeoutMs = Math.min(platform.config.submitTimeoutMs, TIMEOUT_MS_MAX);
  const list = await readTemplates(testedLink(platform, link), account, timeoutMs);
  const context = { link: link.name, senderId };
  if ('problem' in list) {
    await storeRegistryProblem(platform, one, list.problem);
    return platform.log.warn({ ...context, reason: list.problem }, 'templates of an account not read');
  }
  const problems = await storeRegistry(platform, one, list.templates);
  if (problems > 0) platform.log.warn({ ...context, problems }, 'templates of an account have problems');
}
