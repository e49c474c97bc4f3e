import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectCalled } from './sender-accounts.sql.ts';
import type { CalledAccountRow } from './stored-account.ts';

export type CalledAccount = Omit<CalledAccountRow, 'settings' | 'secretsSealed' | 'linkSettings'> & {
  readonly account: SenderAccount;
  /** Whether the link stores texts that people write. */
  readonly takesTexts: boolean;
};

/** The account that a provider's call names, with the secrets that prove the call. */
export async function findCalledAccount(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  linkName: string,
  senderId: number,
): Promise<CalledAccount | undefined> {
  const row = await read(db, (tx) => selectCalled(tx, linkName, senderId));
  if (row === undefined) return undefined;
  const { settings, secretsSealed, linkSettings, ...called } = row;
  // Sealed by this feature from texts by name.
  const opened = JSON.parse(secrets.open(secretsSealed)) as SenderAccount['secrets'];
  return { ...called, account: { settings, secrets: opened }, takesTexts: linkSettings['inbound'] === 'on' };
}
