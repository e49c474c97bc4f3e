// The lists of templates that providers keep for accounts are read every hour, after a change of the account, after a
// new template of ours and after a provider's call about them. Any process may read; each list is claimed by one.
import { providerTemplateOf } from '@volley/domain/templates/provider-template.ts';
import { type ListedTemplate, templateStateOf } from '@volley/domain/templates/template-registry.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectNamed, updateProviderStates } from '../templates/provider-states.sql.ts';
import type { Template } from '../templates/template.ts';
import { type DueAccount, openDue } from './due-account.ts';
import {
  claimRegistries,
  clearRegistryProblem,
  expireRegistries,
  expireRegistryOf,
  updateRegistryProblem,
} from './registries.sql.ts';
import type { AccountVersion } from './stored-account.ts';

const READ_EVERY_MS = 3_600_000;
const AGAIN_AFTER_MS = 300_000;

export async function claimDueRegistries(
  { db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>,
  limit: number,
): Promise<DueAccount[]> {
  const rows = await inTransaction(db, (tx) => claimRegistries(tx, new Date(tx.now.getTime() - READ_EVERY_MS), limit));
  return openDue({ secrets, log }, rows);
}

/** Compares the templates of the sender with the list; their review is not touched. Returns how many have a problem. */
export function storeRegistry(
  { db }: Pick<Platform, 'db'>,
  account: AccountVersion,
  listed: readonly ListedTemplate[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (!(await clearRegistryProblem(tx, account))) return 0;
    const named = await selectNamed(tx, account.senderId);
    const states = named.flatMap((template) => {
      const state = templateStateOf(template, listed);
      return state === undefined ? [] : [{ id: template.id, ...state }];
    });
    if (states.length > 0) await updateProviderStates(tx, states);
    return states.filter(({ problem }) => problem !== null).length;
  });
}

/** `problem`: for people, no secret. The list is read again after five minutes. */
export function storeRegistryProblem(
  { db }: Pick<Platform, 'db'>,
  account: AccountVersion,
  problem: string,
): Promise<void> {
  return inTransaction(db, (tx) =>
    updateRegistryProblem(tx, account, problem, new Date(tx.now.getTime() - READ_EVERY_MS + AGAIN_AFTER_MS)),
  );
}

/** A new template is compared soon, if it names a template of the provider. */
export async function expireTemplatesOf(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  { senderId, content }: Pick<Template, 'senderId' | 'content'>,
): Promise<void> {
  if (providerTemplateOf({ content }) === undefined) return;
  await inTransaction(db, (tx) => expireRegistryOf(tx, senderId));
  bus.wake('templates');
}

/** The provider says that templates of these business accounts have changed: their lists are read soon. */
export async function expireTemplates(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  linkId: number,
  wabaIds: readonly string[],
): Promise<void> {
  const expired = await inTransaction(db, (tx) => expireRegistries(tx, linkId, wabaIds));
  if (expired > 0) bus.wake('templates');
}
