// The bot behind a partner's own sender name, with the counters of its subscribers. A sender of another partner is not
// found, nor is one of a channel without bots.
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { isSubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';
import type { SubscriberStatus } from '@volley/domain/subscribers/subscriber-status.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnSender } from '../senders/get-sender.ts';
import { selectBooks } from './address-books.sql.ts';
import type { BookName } from './subscriber.ts';

export type OwnBot = {
  readonly companyId: number;
  readonly name: BookName;
  readonly counts: Readonly<Record<SubscriberStatus, number>>;
};

const NO_BOOK = { active: 0, stopped: 0, gone: 0 };

export function getOwnBot({ db }: Pick<Platform, 'db'>, { partnerId }: Actor, senderId: number): Promise<OwnBot> {
  return read(db, async (tx) => {
    const { companyId, channelType, senderName } = await getOwnSender(tx, partnerId, senderId);
    if (!isSubscriberChannel(channelType)) throw new Refusal('not-found', { kind: 'Bot', id: senderId });
    const books = await selectBooks(tx, companyId, { channelTypes: [channelType], senderNames: [senderName] });
    const { active, stopped, gone } = books[0] ?? NO_BOOK;
    return {
      companyId,
      name: { channelType, senderName },
      counts: { ACTIVE: active, STOPPED: stopped, GONE: gone },
    };
  });
}
