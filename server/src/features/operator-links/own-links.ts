// Operator links are rows, changed without a restart. A lease makes one connector the owner of a link at a time, so its
// rate and SMPP window need no other coordination.

import type { DegradedBecause } from '@volley/domain/links/degraded-link.ts';
import type { LinkSettings } from '@volley/domain/links/link-settings.ts';
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceiptsPerPart } from './governed-link.ts';
import {
  claimLinks,
  type LinkRow,
  type NewLink,
  releaseLink,
  setLinkState,
  updateLongLeases,
  upsertLink,
} from './operator-links.sql.ts';

type Needs = Pick<Platform, 'db' | 'instanceId' | 'config' | 'secrets' | 'log'>;

export type OwnedLink = Omit<LinkRow, 'password_sealed'> & { readonly password: string };

/** Skips and logs a link whose password cannot be decrypted: it must not keep the others down. */
export async function ownLinks({ db, instanceId, config, secrets, log }: Needs): Promise<OwnedLink[]> {
  const rows = await inTransaction(db, (tx) => claimLinks(tx, instanceId, config.instanceLeaseMs));
  return rows.flatMap(({ password_sealed, ...link }) => {
    try {
      return [{ ...link, password: secrets.open(password_sealed) }];
    } catch (error) {
      log.error({ err: error, link: link.name }, 'password of the link cannot be decrypted');
      return [];
    }
  });
}

/**
 * `proven`: the link is up and has delivered a message since its last failure; until then it counts as down.
 * `degraded`: why it is the last choice of its channel. `error`: reason of the failure; null keeps the stored one.
 */
export type LinkState = {
  readonly bound: boolean;
  readonly proven: boolean;
  readonly degraded: DegradedBecause | null;
  readonly error: string | null;
};

export async function storeLinkState(
  { db, instanceId }: Pick<Platform, 'db' | 'instanceId'>,
  linkId: number,
  state: LinkState,
): Promise<void> {
  await inTransaction(db, (tx) => setLinkState(tx, linkId, instanceId, state));
}

export async function releaseOwnedLink(
  { db, instanceId }: Pick<Platform, 'db' | 'instanceId'>,
  linkId: number,
): Promise<void> {
  await inTransaction(db, (tx) => releaseLink(tx, linkId, instanceId));
}

/** After the database's clock stepped back: shortens leases to the length of a new one. */
export function capLinkLeases(tx: Tx, leaseMs: number): Promise<void> {
  return updateLongLeases(tx, leaseMs);
}

export type LinkDraft = {
  readonly name: string;
  readonly brands: readonly number[];
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly ratePerSecond: number | null;
  readonly windowSize: number;
  readonly tls: boolean;
  readonly idForm: string;
  /** Default: `all`. */
  readonly receiptsPerPart?: ReceiptsPerPart;
};

/** A link to an HTTP provider; both sides sign with the password. */
export type HttpLinkDraft = {
  readonly protocol: HttpProtocol;
  readonly name: string;
  readonly channelType: ChannelType;
  readonly brands: readonly number[];
  readonly url: string;
  readonly systemId: string;
  readonly password: string;
  readonly ratePerSecond: number | null;
  readonly windowSize: number;
  readonly verifyToken: string | null;
  readonly senderNames: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly settings?: LinkSettings;
};

/** Account of a link whose sender names all have their own. */
export const NO_ACCOUNT = { systemId: 'none', password: 'none' };

/** Adds a link, or replaces the link of the same name. */
export async function putLink(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  link: LinkDraft | HttpLinkDraft,
): Promise<number> {
  return inTransaction(db, (tx) => storeLink(tx, secrets, link));
}

export async function storeLink(
  tx: Tx,
  secrets: Platform['secrets'],
  { password, ...link }: LinkDraft | HttpLinkDraft,
): Promise<number> {
  const token = 'protocol' in link ? link.verifyToken : null;
  return upsertLink(tx, {
    ...rowOf(link),
    passwordSealed: secrets.seal(password),
    verifyTokenSealed: token === null ? null : secrets.seal(token),
  });
}

function rowOf(
  link: Omit<LinkDraft, 'password'> | Omit<HttpLinkDraft, 'password'>,
): Omit<NewLink, 'passwordSealed' | 'verifyTokenSealed'> {
  if (!('protocol' in link))
    return {
      receiptsPerPart: 'all',
      ...link,
      protocol: 'SMPP',
      channelType: 'SMS',
      url: null,
      senderNames: {},
      settings: {},
    };
  const { protocol, hostname, port } = new URL(link.url);
  const tls = protocol === 'https:';
  return {
    settings: {},
    ...link,
    host: hostname,
    port: Number(port || (tls ? 443 : 80)),
    tls,
    idForm: 'as-is',
    receiptsPerPart: 'all',
  };
}
