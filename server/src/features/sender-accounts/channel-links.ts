// The links of a channel, for the accounts of its sender names. They are read as the system: a partner's transaction
// sees no links, because they hold passwords.
import { asSystem, read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectLinksOfChannel } from './sender-accounts.sql.ts';
import type { AccountLink } from './stored-account.ts';

export function linksOfChannel({ db }: Pick<Platform, 'db'>, channelType: string): Promise<AccountLink[]> {
  return asSystem(() => read(db, (tx) => selectLinksOfChannel(tx, channelType)));
}
