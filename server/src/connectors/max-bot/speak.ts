// Calls of the Bot API of MAX: https://dev.max.ru/docs-api. Texts go without a format, so nothing in them needs
// escaping.
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Prepared } from '../dialect.ts';
import { listOf, type Members, membersOf, textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { webhookSecret } from '../webhook-secret.ts';

export type MaxApi = {
  readonly basePath: string;
  readonly hooksUrl?: string;
  /** `media`: `upload` if pictures are handed over, else MAX fetches them. */
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** Events of people: starts, stops, texts and shared contacts. */
const UPDATES = ['bot_started', 'bot_stopped', 'dialog_removed', 'message_created'];

/** The largest id that the provider's 64-bit numbers hold. */
const ID_MAX = 2n ** 63n - 1n;

export const isUserId = (address: string | undefined): address is string =>
  address !== undefined && /^\d{1,19}$/.test(address) && BigInt(address) <= ID_MAX;

/** Undefined: the provider cannot show these buttons. `address` is an id of a person. `photos`: an uploaded picture. */
export function messageRequest(
  api: MaxApi,
  submission: Submission,
  { photos }: Prepared = {},
): ProviderRequest | undefined {
  const { text, special, account, address = '' } = submission;
  const buttons = buttonsOf(special);
  if (buttons === undefined) return undefined;
  const imageUrl = textOf(special?.['imageUrl']);
  const attachments = [
    ...(imageUrl === '' ? [] : [{ type: 'image', payload: pictureOf(imageUrl, photos) }]),
    ...(buttons.length === 0 ? [] : [{ type: 'inline_keyboard', payload: { buttons } }]),
  ];
  return {
    method: 'POST',
    path: `${api.basePath}/messages?user_id=${address}`,
    headers: { 'content-type': 'application/json', ...authorization(account) },
    body: JSON.stringify({ text, ...(attachments.length > 0 && { attachments }) }),
  };
}

const pictureOf = (url: string, photos: string | undefined): object =>
  photos === undefined ? { url } : { photos: JSON.parse(photos) as unknown }; // written by the upload

/** Asks for an address that takes a picture. */
export const uploadRequest = ({ basePath }: MaxApi, account: SenderAccount | undefined): ProviderRequest => ({
  method: 'POST',
  path: `${basePath}/uploads?type=image`,
  headers: authorization(account),
});

/** Without an account: whether the provider answers at all. */
export const meRequest = ({ basePath }: MaxApi, account: SenderAccount | undefined): ProviderRequest => ({
  method: 'GET',
  path: `${basePath}/me`,
  headers: authorization(account),
});

/** Undefined: no address of this service is known. A subscription to a known address is replaced. */
export function subscriptionRequest(
  api: MaxApi,
  account: SenderAccount,
  senderId: number,
): ProviderRequest | undefined {
  const token = account.secrets['token'];
  if (api.hooksUrl === undefined || token === undefined) return undefined;
  return {
    method: 'POST',
    path: `${api.basePath}/subscriptions`,
    headers: { 'content-type': 'application/json', ...authorization(account) },
    body: JSON.stringify({
      url: hookUrl(api, senderId),
      update_types: UPDATES,
      secret: webhookSecret(token, 'max'),
    }),
  };
}

/** Undefined: no address of this service is known. */
export const subscriptionsRequest = (
  { basePath, hooksUrl }: MaxApi,
  account: SenderAccount,
): ProviderRequest | undefined =>
  hooksUrl === undefined
    ? undefined
    : { method: 'GET', path: `${basePath}/subscriptions`, headers: authorization(account) };

export const hookUrl = ({ hooksUrl = '' }: MaxApi, senderId: number): string => `${hooksUrl}/max/${senderId}`;

/** The bare token, without the name of a scheme. */
function authorization(account: SenderAccount | undefined): Record<string, string> {
  const token = account?.secrets['token'];
  return token === undefined ? {} : { authorization: token };
}

/** One button per row. A reply is a button that sends its text as a message of the person. */
function buttonsOf(special: Submission['special']): readonly object[] | undefined {
  const rows = listOf(membersOf(special?.['keyboard'])['buttons']).map((button) => buttonOf(membersOf(button)));
  return rows.every((row) => row !== undefined) ? rows.map((button) => [button]) : undefined;
}

function buttonOf({ type, text, value }: Members): object | undefined {
  if (type === 'url') return { type: 'link', text: textOf(text), url: textOf(value) };
  if (type === 'reply') return { type: 'message', text: textOf(text) };
  return undefined;
}
