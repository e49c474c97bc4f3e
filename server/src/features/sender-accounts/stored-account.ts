import type { Protocol } from '@volley/domain/links/provider-protocol.ts';

/** The credentials that an answer of the provider is about. */
export type AccountVersion = { readonly senderId: number; readonly version: number };

/**
 * An account whose subscription to events is being checked. `claimedAt`: null for the first check of new credentials.
 */
export type CheckedAccount = AccountVersion & { readonly claimedAt: Date | null };

/** For the connector, which opens the seal. */
export type StoredAccount = AccountVersion & {
  readonly settings: Readonly<Record<string, string>>;
  readonly secretsSealed: string;
};

/** The account that a call of a provider is about, by link and sender. */
export type CalledAccountRow = Pick<StoredAccount, 'settings' | 'secretsSealed'> & {
  readonly companyId: number;
  readonly senderId: number;
  readonly senderName: string;
  readonly protocol: Protocol;
  readonly linkId: number;
  readonly linkSettings: Readonly<Record<string, unknown>>;
};

/** An account whose subscription to events is due for a check, with its link. */
export type UncheckedAccount = StoredAccount & { readonly link: AccountLink };

/** Without secrets. */
export type GovernedAccount = AccountVersion & {
  readonly linkId: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly pausedUntil: Date | null;
  /** The provider's words when it refused the account. */
  readonly problem: string | null;
  readonly problemAt: Date | null;
  /** Why the provider does not report events of the account; holds no messages. */
  readonly eventsProblem: string | null;
  /** Why the templates of the account could not be read; holds no messages. */
  readonly templatesProblem: string | null;
  readonly changedAt: Date;
};

/** A link of the channel, whose provider may keep accounts of sender names. */
export type AccountLink = {
  readonly id: number;
  readonly name: string;
  readonly protocol: Protocol;
  readonly url: string | null;
  readonly systemId: string;
  readonly passwordSealed: string;
  readonly settings: Readonly<Record<string, unknown>>;
};
