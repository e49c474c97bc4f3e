// The account of a sender name at the provider, in the caller's transaction. The caller has checked that the sender
// belongs to the person who asks. Secrets are sealed here. The connector opens them, and the check of a provider's
// call.

import { type AccountUse, PROTOCOL_FACTS, type Protocol } from '@volley/domain/links/provider-protocol.ts';
import { Refusal, refuseFaults } from '@volley/domain/refusals/refusal.ts';
import {
  ACCOUNT_FIELDS,
  type AccountField,
  accountFaults,
  accountOf,
  type SenderAccount,
} from '@volley/domain/sending/sender-account.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Sender } from '../senders/sender.ts';
import { clearProviderStates, type ShownState, selectProblems } from '../templates/provider-states.sql.ts';
import { deleteAccount, selectAccount, upsertAccount } from './sender-accounts.sql.ts';
import type { AccountLink, GovernedAccount } from './stored-account.ts';

const TEMPLATES_SHOWN_MAX = 50;

/** A sender name, with the links of its channel: the transaction of a partner sees none. */
export type AccountOwner = Pick<Sender, 'id' | 'companyId'> & { readonly links: readonly AccountLink[] };

export type AccountKind = { readonly protocol: Protocol; readonly fields: readonly AccountField[] };

/** `link` and `fields` of the present account, or of the link that a new account would belong to. */
export type ShownAccount = {
  readonly companyId: number;
  readonly use: AccountUse;
  readonly link: Pick<AccountLink, 'id' | 'name'> | null;
  readonly fields: readonly AccountField[];
  /** Accounts that the providers of the channel take; that of the present account first. */
  readonly kinds: readonly AccountKind[];
  readonly account: GovernedAccount | null;
  /** Templates whose messages the provider refuses. */
  readonly templates: readonly ShownState[];
};

/** The account with the link and the credentials to test it with. */
export type PutAccount = {
  readonly shown: ShownAccount;
  readonly account: GovernedAccount;
  readonly link: AccountLink;
  readonly credentials: SenderAccount;
};

export async function getAccount(tx: Tx, owner: AccountOwner): Promise<ShownAccount> {
  const account = (await selectAccount(tx, owner.id)) ?? null;
  const shown = shownAccount(owner, account);
  return { ...shown, templates: account === null ? [] : await selectProblems(tx, owner.id, TEMPLATES_SHOWN_MAX) };
}

export type AccountDraft = {
  readonly values: Readonly<Record<string, string>>;
  /** Absent: the link of the present account, otherwise the first link of the channel that takes accounts. */
  readonly linkId?: number;
  /** Without `linkId`: a link of this protocol. */
  readonly protocol?: Protocol;
};

export async function putAccount(
  tx: Tx,
  secrets: Platform['secrets'],
  owner: AccountOwner,
  draft: AccountDraft,
): Promise<PutAccount> {
  const link = linkFor(owner.links, draft, (await selectAccount(tx, owner.id)) ?? null);
  const { values } = draft;
  const fields = ACCOUNT_FIELDS[link.protocol];
  refuseFaults(accountFaults(fields, values));
  const credentials = accountOf(fields, values);
  await upsertAccount(tx, {
    senderId: owner.id,
    companyId: owner.companyId,
    linkId: link.id,
    settings: credentials.settings,
    secretsSealed: secrets.seal(JSON.stringify(credentials.secrets)),
  });
  // After the account: a reading of the templates locks both in this order.
  await clearProviderStates(tx, owner.id);
  const account = await selectAccount(tx, owner.id);
  if (account === undefined) throw new Error(`sender ${owner.id} has no account right after it was stored`);
  return { shown: shownAccount(owner, account), account, link, credentials };
}

/** Idempotent. Messages of the name go under the account of the link from then on, or wait if they need their own. */
export async function removeAccount(tx: Tx, owner: AccountOwner): Promise<ShownAccount> {
  await deleteAccount(tx, owner.id);
  await clearProviderStates(tx, owner.id);
  return getAccount(tx, owner);
}

function linkFor(
  links: readonly AccountLink[],
  { linkId, protocol }: AccountDraft,
  account: GovernedAccount | null,
): AccountLink {
  const taking = links.filter(takesAccounts);
  if (linkId !== undefined) {
    const named = taking.find(({ id }) => id === linkId);
    if (named === undefined) throw new Refusal('not-found', { kind: 'Link', id: linkId });
    return named;
  }
  const link = chooseLink(protocol === undefined ? taking : taking.filter((one) => one.protocol === protocol), account);
  if (link !== undefined) return link;
  throw new Refusal('bad-request', {
    field: taking.length === 0 ? 'channelType' : 'protocol',
    problem:
      taking.length === 0
        ? 'must be a channel whose provider takes accounts of sender names'
        : 'must be a protocol of a provider of the channel that takes accounts of sender names',
  });
}

const takesAccounts = ({ protocol }: AccountLink) => PROTOCOL_FACTS[protocol].account !== 'none';

const chooseLink = (links: readonly AccountLink[], account: GovernedAccount | null) =>
  links.find(({ id }) => id === account?.linkId) ?? links[0];

function shownAccount({ companyId, links }: AccountOwner, account: GovernedAccount | null): ShownAccount {
  const taking = links.filter(takesAccounts);
  const link = chooseLink(taking, account);
  if (link === undefined) return { companyId, use: 'none', link: null, fields: [], kinds: [], account, templates: [] };
  const { id, name } = link;
  const kinds = kindsOf([link, ...taking]);
  const use = useOf(account === null ? links : [link]);
  return { companyId, use, link: { id, name }, fields: kinds[0]?.fields ?? [], kinds, account, templates: [] };
}

/** A link that needs no account carries the messages of a name without one. */
const useOf = (links: readonly AccountLink[]): AccountUse =>
  links.every(({ protocol }) => PROTOCOL_FACTS[protocol].account === 'required') ? 'required' : 'optional';

const kindsOf = (links: readonly AccountLink[]): AccountKind[] =>
  [...new Set(links.map(({ protocol }) => protocol))].map((protocol) => ({
    protocol,
    fields: ACCOUNT_FIELDS[protocol],
  }));
