import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { slot } from '../../platform/state/shared-state.ts';
import { selectCalled } from './sender-accounts.sql.ts';
import type { CalledAccountRow } from './stored-account.ts';

export type CalledAccount = Omit<CalledAccountRow, 'settings' | 'secretsSealed' | 'linkSettings'> & {
  readonly account: SenderAccount;
  /** Whether the link stores texts that people write. */
  readonly takesTexts: boolean;
};

type Secrets = SenderAccount['secrets'];

const OPENED_MAX = 1_000;
/** Opened secrets by their sealed form, the latest use last: a changed account has another form. */
const OPENED = slot(() => new Map<string, Secrets>());

/** The account that a provider's call names, with the secrets that prove the call. */
export async function findCalledAccount(
  { db, secrets, shared }: Pick<Platform, 'db' | 'secrets' | 'shared'>,
  linkName: string,
  senderId: number,
): Promise<CalledAccount | undefined> {
  const row = await read(db, (tx) => selectCalled(tx, linkName, senderId));
  if (row === undefined) return undefined;
  const { settings, secretsSealed, linkSettings, ...called } = row;
  const opened = openOnce(shared.of(OPENED), secretsSealed, secrets);
  return { ...called, account: { settings, secrets: opened }, takesTexts: linkSettings['inbound'] === 'on' };
}

function openOnce(opened: Map<string, Secrets>, sealed: string, box: Platform['secrets']): Secrets {
  // Sealed by this feature from texts by name.
  const found = opened.get(sealed) ?? (JSON.parse(box.open(sealed)) as Secrets);
  opened.delete(sealed);
  opened.set(sealed, found);
  const [oldest] = opened.keys();
  if (opened.size > OPENED_MAX && oldest !== undefined) opened.delete(oldest);
  return found;
}
