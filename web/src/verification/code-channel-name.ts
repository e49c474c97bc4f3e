import { channelName } from '../kit/operator-name.ts';
import type { Text } from '../kit/text.tsx';

/** Channels of codes: those of messages, and Telegram's gateway for codes. */
export function codeChannelName(t: Text, channel: string): string {
  return channel === 'TELEGRAM_GATEWAY' ? t('verification.channel.TELEGRAM_GATEWAY') : channelName(t, channel);
}
