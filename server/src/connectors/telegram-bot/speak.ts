// Calls of the Telegram Bot API: https://core.telegram.org/bots/api. Texts go without a parse mode, so nothing in them
// needs escaping.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import { listOf, membersOf, textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { webhookSecret } from '../webhook-secret.ts';

export type BotApi = { readonly basePath: string; readonly hooksUrl?: string };

/** A caption is shorter than a text. */
const CAPTION_LENGTH_MAX = 1_024;
/** No bot has this token; Telegram answers that it does not know the bot. */
const NO_TOKEN = '0:none';
/** Events of people: texts, shared contacts, starts and stops. */
const UPDATES = ['message', 'my_chat_member'];

type Markup = Readonly<Record<string, unknown>>;

/** Undefined: the provider cannot show these buttons. */
export function messageRequest(api: BotApi, submission: Submission): ProviderRequest | undefined {
  const { text, special, account, address = '' } = submission;
  const markup = markupOf(special);
  if (markup === undefined) return undefined;
  const imageUrl = textOf(special?.['imageUrl']);
  const isCaption = imageUrl !== '' && Array.from(text).length <= CAPTION_LENGTH_MAX;
  const chat = { chat_id: Number(address), ...markup };
  if (isCaption) return requestOf(api, account, 'sendPhoto', { ...chat, photo: imageUrl, caption: text });
  // A picture beside a long text is shown as its preview.
  const preview = imageUrl === '' ? {} : { link_preview_options: { url: imageUrl, prefer_large_media: true } };
  return requestOf(api, account, 'sendMessage', { ...chat, text, ...preview });
}

/** Without an account: whether the provider answers at all. */
export const meRequest = (api: BotApi, account: SenderAccount | undefined): ProviderRequest =>
  requestOf(api, account, 'getMe', {});

/** Undefined: no address of this service is known. */
export function webhookRequest(api: BotApi, account: SenderAccount, senderId: number): ProviderRequest | undefined {
  const token = account.secrets['token'];
  if (api.hooksUrl === undefined || token === undefined) return undefined;
  const parameters = {
    url: webhookUrl(api, senderId),
    secret_token: webhookSecret(token, 'telegram'),
    allowed_updates: UPDATES,
  };
  return requestOf(api, account, 'setWebhook', parameters);
}

/** Undefined: no address of this service is known. */
export const webhookInfoRequest = (api: BotApi, account: SenderAccount): ProviderRequest | undefined =>
  api.hooksUrl === undefined ? undefined : requestOf(api, account, 'getWebhookInfo', {});

export const webhookUrl = ({ hooksUrl = '' }: BotApi, senderId: number): string => `${hooksUrl}/telegram/${senderId}`;

/** Links are buttons below the message, replies a keyboard; the provider has no other buttons and no mixture. */
function markupOf(special: Submission['special']): Markup | undefined {
  const buttons = listOf(membersOf(special?.['keyboard'])['buttons']).map(membersOf);
  if (buttons.length === 0) return {};
  if (buttons.every(({ type }) => type === 'url'))
    return {
      reply_markup: { inline_keyboard: buttons.map(({ text, value }) => [{ text: textOf(text), url: textOf(value) }]) },
    };
  if (buttons.every(({ type }) => type === 'reply'))
    return {
      reply_markup: {
        keyboard: buttons.map(({ text }) => [{ text: textOf(text) }]),
        resize_keyboard: true,
        one_time_keyboard: true,
      },
    };
  return undefined;
}

function requestOf(
  { basePath }: BotApi,
  account: SenderAccount | undefined,
  method: string,
  parameters: object,
): ProviderRequest {
  return {
    method: 'POST',
    path: `${basePath}/bot${account?.secrets['token'] ?? NO_TOKEN}/${method}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  };
}

/** The id of the bot, which its token begins with. */
export const botIdOf = ({ account }: Pick<Submission, 'account'>): string =>
  account?.secrets['token']?.split(':')[0] ?? '';
