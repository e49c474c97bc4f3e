// An account that is due for a call to its provider, with its secrets opened.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountLink, AccountVersion, UncheckedAccount } from './stored-account.ts';

export type DueAccount = AccountVersion & { readonly link: AccountLink; readonly account: SenderAccount };

/** Skips and logs an account whose secrets cannot be opened: it must not keep the others from their calls. */
export function openDue(
  { secrets, log }: Pick<Platform, 'secrets' | 'log'>,
  rows: readonly UncheckedAccount[],
): DueAccount[] {
  return rows.flatMap(({ settings, secretsSealed, ...about }) => {
    try {
      // Sealed by this feature from texts by name.
      const opened = JSON.parse(secrets.open(secretsSealed)) as SenderAccount['secrets'];
      return [{ ...about, account: { settings, secrets: opened } }];
    } catch (error) {
      log.error({ err: error, senderId: about.senderId }, 'secrets of an account cannot be opened');
      return [];
    }
  });
}
