import { noticeText } from '@volley/domain/duty/duty-notice.ts';
import { sendMail } from '../../../platform/mail/send-mail.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenedTarget, SendResult, SentNotice } from './sent-notice.ts';

export async function sendEmail(
  { config }: Pick<Platform, 'config'>,
  { address, language }: OpenedTarget,
  { id, notice }: SentNotice,
): Promise<SendResult> {
  if (config.smtpUrl === '') return { ok: false, error: 'SMTP_URL is not set' };
  const { subject, text } = noticeText(notice, language, config.cell);
  await sendMail(config.smtpUrl, { from: config.smtpFrom, to: address, subject, text: `${text}\n`, id });
  return { ok: true };
}
