// Calls of the VK API: https://dev.vk.com/method/messages.send. Parameters go as a form, the token among them, so that
// no address in a log has it.
import { createHash } from 'node:crypto';
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Prepared } from '../dialect.ts';
import { listOf, type Members, membersOf, textOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';

export type VkApi = { readonly basePath: string; readonly hooksUrl?: string };

export const API_VERSION = '5.199';
/** A keyboard inside a message has at most six rows; more buttons stand two in a row. */
const ROWS_MAX = 6;

export const isUserId = (address: string | undefined): address is string =>
  address !== undefined && /^[1-9]\d{0,15}$/.test(address);

/** Undefined: VK cannot show these buttons. `address` is an id of a person. `attachment`: an uploaded picture. */
export function messageRequest(
  api: VkApi,
  submission: Submission,
  { attachment }: Prepared = {},
): ProviderRequest | undefined {
  const { messageId, text, special, account, address = '' } = submission;
  const rows = rowsOf(special);
  if (rows === undefined) return undefined;
  return methodRequest(api, account, 'messages.send', {
    user_id: address,
    random_id: String(randomIdOf(messageId)),
    message: text,
    ...(attachment !== undefined && { attachment }),
    ...(rows.length > 0 && { keyboard: JSON.stringify({ inline: true, buttons: rows }) }),
  });
}

/**
 * VK answers a repeated id with the message that it has already. It keeps 32 bits with a sign, and 0 switches the
 * comparison off.
 */
export function randomIdOf(messageId: string): number {
  return createHash('sha256').update(messageId).digest().readInt32BE() || 1;
}

/** The rights of the token. Without an account: whether VK answers at all. */
export const permissionsRequest = (api: VkApi, account: SenderAccount | undefined): ProviderRequest =>
  methodRequest(api, account, 'groups.getTokenPermissions', {});

export function methodRequest(
  { basePath }: VkApi,
  account: SenderAccount | undefined,
  method: string,
  parameters: Readonly<Record<string, string>>,
): ProviderRequest {
  const token = account?.secrets['token'];
  const form = { ...parameters, ...(token !== undefined && { access_token: token }), v: API_VERSION };
  return {
    method: 'POST',
    path: `${basePath}/method/${method}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}

/** A reply is a button that sends its text as a message of the person. */
function rowsOf(special: Submission['special']): readonly object[][] | undefined {
  const buttons = listOf(membersOf(special?.['keyboard'])['buttons']).map((button) => buttonOf(membersOf(button)));
  if (!buttons.every((button) => button !== undefined)) return undefined;
  const width = buttons.length > ROWS_MAX ? 2 : 1;
  return Array.from({ length: Math.ceil(buttons.length / width) }, (_, row) =>
    buttons.slice(row * width, (row + 1) * width),
  );
}

function buttonOf({ type, text, value }: Members): object | undefined {
  if (type === 'url') return { action: { type: 'open_link', label: textOf(text), link: textOf(value) } };
  if (type === 'reply') return { action: { type: 'text', label: textOf(text) } };
  return undefined;
}
