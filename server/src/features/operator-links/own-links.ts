// Operator links are rows, changed without a restart. Each is owned by one connector at a time, by lease,
// so that its rate and window need no other arbiter.
import type { ChannelType } from '@volley/domain/channel.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceiptsPerPart } from './governed-link.ts';
import {
  claimLinks,
  type LinkRow,
  type NewLink,
  releaseLink,
  selectLinkPasswords,
  setLinkState,
  updateLinkPasswords,
  updateLongLeases,
  upsertLink,
} from './operator-links.sql.ts';

type Needs = Pick<Platform, 'db' | 'instanceId' | 'config' | 'secrets' | 'log'>;

export type OwnedLink = Omit<LinkRow, 'password_sealed'> & { readonly password: string };

/** A link whose password cannot be opened is left out, and said; it must not keep the others down. */
export async function ownLinks({ db, instanceId, config, secrets, log }: Needs): Promise<OwnedLink[]> {
  const rows = await inTransaction(db, (tx) => claimLinks(tx, instanceId, config.instanceLeaseMs));
  return rows.flatMap(({ password_sealed, ...link }) => {
    try {
      return [{ ...link, password: secrets.open(password_sealed) }];
    } catch (error) {
      log.error({ err: error, link: link.name }, 'the password of a link cannot be opened');
      return [];
    }
  });
}

/** `error`: why the link last failed to come up or went down; null keeps what is stored. */
/** `proven`: it is up, and has done its work since it last failed to. Until then it counts as down since it failed. */
export type LinkState = { readonly bound: boolean; readonly proven: boolean; readonly error: string | null };

export async function storeLinkState(
  { db, instanceId }: Pick<Platform, 'db' | 'instanceId'>,
  linkId: number,
  state: LinkState,
): Promise<void> {
  await inTransaction(db, (tx) => setLinkState(tx, linkId, instanceId, state));
}

export async function leaveLink(
  { db, instanceId }: Pick<Platform, 'db' | 'instanceId'>,
  linkId: number,
): Promise<void> {
  await inTransaction(db, (tx) => releaseLink(tx, linkId, instanceId));
}

/** After the database's clock stepped back: no lease of a link lasts longer than one taken now. */
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
  /** `all` unless named. */
  readonly receiptsPerPart?: ReceiptsPerPart;
};

/** A link to a provider that speaks HTTP; the password is the secret that both sides sign with. */
export type HttpLinkDraft = {
  readonly protocol: 'HTTP';
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
};

/** Adds a link or changes the one of that name. */
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
  return upsertLink(tx, { ...rowOf(link), passwordSealed: secrets.seal(password) });
}

function rowOf(link: Omit<LinkDraft, 'password'> | Omit<HttpLinkDraft, 'password'>): Omit<NewLink, 'passwordSealed'> {
  if (!('protocol' in link))
    return {
      receiptsPerPart: 'all',
      ...link,
      protocol: 'SMPP',
      channelType: 'SMS',
      url: null,
      verifyToken: null,
      senderNames: {},
    };
  const { protocol, hostname, port } = new URL(link.url);
  const tls = protocol === 'https:';
  return {
    ...link,
    host: hostname,
    port: Number(port || (tls ? 443 : 80)),
    tls,
    idForm: 'as-is',
    receiptsPerPart: 'all',
  };
}

/** Seals every link password again under the current key, so that an old key can be taken away. */
export async function rotateLinkPasswords({ db, secrets }: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await selectLinkPasswords(tx, `${secrets.currentKeyId}.`);
    if (rows.length > 0)
      await updateLinkPasswords(
        tx,
        rows.map((row) => ({ id: row.id, sealed: secrets.seal(secrets.open(row.password_sealed)) })),
      );
    return rows.length;
  });
}
