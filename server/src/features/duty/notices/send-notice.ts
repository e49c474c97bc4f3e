// Sends a notice over the channel of its contact. An error is a word for staff; it holds no secret.
import type { Platform } from '../../../platform/platform.ts';
import { postTelegram } from './post-telegram.ts';
import { postWebhook } from './post-webhook.ts';
import { sendEmail } from './send-email.ts';
import type { NoticeTarget, OpenedTarget, SendResult, SentNotice } from './sent-notice.ts';

const ERROR_LENGTH_MAX = 200;

export async function sendNotice(
  platform: Pick<Platform, 'config' | 'secrets' | 'clock'>,
  target: NoticeTarget,
  notice: SentNotice,
): Promise<SendResult> {
  try {
    return await sendOver(platform, openSecrets(platform, target), notice);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, error: message.slice(0, ERROR_LENGTH_MAX) };
  }
}

function openSecrets({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>, target: NoticeTarget): OpenedTarget {
  const { kind, address, language, secretSealed, previousSealed, previousEndsAt } = target;
  const isSigning = previousSealed !== null && previousEndsAt !== null && previousEndsAt > clock.now();
  return {
    kind,
    address,
    language,
    secret: secretSealed === null ? '' : secrets.open(secretSealed),
    previousSecret: isSigning ? secrets.open(previousSealed) : undefined,
  };
}

function sendOver(platform: Pick<Platform, 'config'>, target: OpenedTarget, notice: SentNotice): Promise<SendResult> {
  switch (target.kind) {
    case 'WEBHOOK':
      return postWebhook(platform, target, notice);
    case 'EMAIL':
      return sendEmail(platform, target, notice);
    case 'TELEGRAM':
      return postTelegram(platform, target, notice);
  }
}
