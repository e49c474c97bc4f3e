// Lists of templates that providers keep for accounts, read for the pages of people. A list serves all pages for a
// minute, and one reading of an account runs at a time: Meta counts such calls per hour. Each reading also refreshes
// the states by which messages are held back, so that a page and the sending agree.
import { readTemplates, type TemplateList } from '../../../connectors/read-templates.ts';
import { testedLink } from '../../../connectors/tested-link.ts';
import type { DueAccount } from '../../../features/sender-accounts/due-account.ts';
import { storeRegistry } from '../../../features/sender-accounts/read-registries.ts';
import type { AccountVersion } from '../../../features/sender-accounts/stored-account.ts';
import type { Platform } from '../../../platform/platform.ts';

const KEPT_MS = 60_000;
const FAILURE_KEPT_MS = 10_000;
/** A list has up to 6,000 templates, about 2 MB. */
export const READINGS_MAX = 20;
const TIMEOUT_MS_MAX = 10_000;

export type Reading = { readonly at: Date; readonly list: TemplateList };
export type Read<Account> = (account: Account) => Promise<Reading>;

type Kept = { readonly reading: Promise<Reading>; untilMs: number };

/** The same, from memory where it can. New credentials have a new version, so a list never outlives them. */
export function keepReadings<Account extends AccountVersion>(read: Read<Account>): Read<Account> {
  const kept = new Map<string, Kept>();
  return async (account) => {
    const key = `${account.senderId} ${account.version}`;
    const before = kept.get(key);
    if (before !== undefined && performance.now() < before.untilMs) return before.reading;
    const own: Kept = { reading: read(account), untilMs: Number.POSITIVE_INFINITY };
    kept.delete(key);
    kept.set(key, own);
    const [oldest] = kept.keys();
    if (kept.size > READINGS_MAX && oldest !== undefined) kept.delete(oldest);
    try {
      const reading = await own.reading;
      own.untilMs = performance.now() + ('problem' in reading.list ? FAILURE_KEPT_MS : KEPT_MS);
      return reading;
    } catch (error) {
      own.untilMs = 0;
      throw error;
    }
  };
}

export async function readRegistry(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'secrets' | 'log'>,
  due: DueAccount,
): Promise<Reading> {
  const { senderId, account, link } = due;
  const timeoutMs = Math.min(platform.config.submitTimeoutMs, TIMEOUT_MS_MAX);
  const list = await readTemplates(testedLink(platform, link), account, timeoutMs);
  if ('problem' in list)
    platform.log.warn({ link: link.name, senderId, reason: list.problem }, 'templates of an account not read');
  else await storeRegistry(platform, due, list.templates);
  return { at: platform.clock.now(), list };
}
