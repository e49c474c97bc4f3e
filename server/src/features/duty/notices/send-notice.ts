// Sends a notice over the channel of its contact. An error is a word for staff; it holds no secret.
import type { Platform } from '../../../platform/platform.ts';
import { postTelegram } from './post-telegram.ts';
import { postWebhook } from './post-webhook.ts';
import { sendEmail } from './send-email.ts';
import type { NoticeTarget, OpenedTarget, SendResult, SentNotice } from './sent-notice.ts';

const ERROR_LENGTH_MAX = 200;

export async function sendNotice(
  platform: Pick<Platform, 'config' | 'secrets'>,
  { secretSealed, ...target }: NoticeTarget,
  notice: SentNotice,
): Promise<SendResult> {
  try {
    const secret = secretSealed === null ? '' : platform.secrets.open(secretSealed);
    return await sendOver(platform, { ...target, secret }, notice);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, error: message.slice(0, ERROR_LENGTH_MAX) };
  }
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
