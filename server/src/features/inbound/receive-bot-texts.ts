// Texts that people write to a bot, as inbound messages. An inbound message has a phone number, so only the texts of
// known subscribers are stored; the others are counted.
import type { BotText } from '@volley/domain/subscribers/bot-text.ts';
import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findNumbers } from '../subscribers/find-addresses.ts';
import type { BookName } from '../subscribers/subscriber.ts';
import { receiveInbound } from './receive-inbound.ts';

export type WrittenBot = BookName & {
  readonly companyId: number;
  readonly senderId: number;
  readonly linkId: number;
};

export async function receiveBotTexts(
  platform: Pick<Platform, 'db' | 'config' | 'bus' | 'log' | 'metrics' | 'traces' | 'clock'>,
  { senderId, ...bot }: WrittenBot,
  texts: readonly BotText[],
): Promise<void> {
  const numbers = await read(platform.db, (tx) =>
    findNumbers(
      tx,
      bot,
      texts.map(({ subscriberId }) => subscriberId),
    ),
  );
  const nowMs = platform.clock.now().getTime();
  const messages = texts.flatMap(({ subscriberId, id, text, ageMs }) => {
    const destination = numbers.get(subscriberId);
    if (destination === undefined) return [];
    // Two sender names may have had the same bot.
    const about = { providerMessageId: `${senderId}.${id}`, destination, sentAtMs: nowMs - ageMs };
    return [{ ...bot, ...about, text, contentType: 'text' }];
  });
  const unknown = texts.length - messages.length;
  if (unknown > 0) platform.metrics.count('volley_inbound_total', { result: 'unknown-number' }, unknown);
  if (messages.length > 0) await receiveInbound(platform, messages);
}
