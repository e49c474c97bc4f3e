// A notice as a message of a Telegram bot. Telegram knows no idempotency key: after a lost answer the same text, with
// the same number at its end, arrives again.
import { noticeText } from '@volley/domain/duty/duty-notice.ts';
import { guardedConnector } from '../../../platform/http/outbound-http.ts';
import { openProvider } from '../../../platform/http/provider-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenedTarget, SendResult, SentNotice } from './sent-notice.ts';

const TEXT_LENGTH_MAX = 4_096;
const TIMEOUT_MS = 10_000;

export async function postTelegram(
  { config }: Pick<Platform, 'config'>,
  { address, secret, language }: OpenedTarget,
  { id, notice }: SentNotice,
): Promise<SendResult> {
  const { origin, pathname } = new URL(config.dutyTelegramUrl);
  const { callbackAllow: allow, callbackSourceAddress: sourceAddress } = config;
  const provider = openProvider(origin, {
    connections: 1,
    timeoutMs: TIMEOUT_MS,
    connect: guardedConnector({ allow, sourceAddress, connections: 1 }),
  });
  const tail = `\n\n#${id.slice(0, 8)}`;
  const text = noticeText(notice, language, config.cell).text.slice(0, TEXT_LENGTH_MAX - tail.length) + tail;
  try {
    const reply = await provider.ask({
      method: 'POST',
      path: `${pathname.replace(/\/$/, '')}/bot${secret}/sendMessage`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: address, text, link_preview_options: { is_disabled: true } }),
    });
    if (reply.kind !== 'answer') return { ok: false, error: reply.reason };
    return reply.status === 200 ? { ok: true } : refusalOf(reply.status, reply.body);
  } finally {
    await provider.close();
  }
}

/** The members of an error of the Bot API that are used here. */
type BotError = { description?: unknown; parameters?: { retry_after?: unknown } };

function refusalOf(status: number, body: unknown): SendResult {
  const { description, parameters } = (typeof body === 'object' && body !== null ? body : {}) as BotError;
  const seconds = Number(parameters?.retry_after ?? 0);
  return {
    ok: false,
    error: `HTTP ${status}${typeof description === 'string' ? ` ${description}` : ''}`,
    ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }),
  };
}
