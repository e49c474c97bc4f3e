// The server of the Callback API that VK calls about a community, set up over the VK API:
// https://dev.vk.com/api/callback/getting-started. VK confirms an address with a call whose answer must be a string
// that VK changes from time to time, so the string is read and stored before each change of the server. A community has
// at most ten servers; the one with our address is changed, the others stay.

import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import type { ProviderReply, ProviderRequest } from '../../platform/http/provider-http.ts';
import type { Answer, SubscriptionSteps } from '../dialect.ts';
import { listOf, type Members, membersOf, textOf, wholeOf } from '../json-members.ts';
import { webhookSecret } from '../webhook-secret.ts';
import { errorOf, isBusy } from './hear.ts';
import { API_VERSION, methodRequest, type VkApi } from './speak.ts';

/** Shown in the settings of the community; VK takes at most 14 characters. */
const TITLE = 'Volley';
/** VK takes at most 50 characters. */
const SECRET_LENGTH_MAX = 50;
const EVENTS = { message_new: '1', message_allow: '1', message_deny: '1' };
/** VK confirms the address within seconds. */
const CONFIRMED_AFTER_MS = [300, 700, 2_000, 4_000];
/** VK takes twenty calls of a community per second, messages included. */
const THROTTLED_MS = [500, 1_000, 2_000];
const CONFIRMED = 'ok';
const REFUSED = 'failed';

/** Settings of an account that VK has told. */
export const FOUND = { group: 'foundGroupId', confirmation: 'foundConfirmation' } as const;

/** An account with its own secret was set up by the owner of the community. */
const isSetUpByHand = ({ secrets }: SenderAccount): boolean => secrets['secret'] !== undefined;

/** The secret in the calls of VK. Undefined: the account has no token. */
export function callbackSecret({ secrets: { secret, token } }: SenderAccount): string | undefined {
  return secret ?? (token && webhookSecret(token, 'vk').slice(0, SECRET_LENGTH_MAX));
}

/** The answer to the call by which VK confirms the address. */
export const confirmationOf = ({ settings }: SenderAccount): string =>
  settings['confirmation'] ?? settings[FOUND.confirmation] ?? '';

const serverUrl = ({ hooksUrl = '' }: VkApi, senderId: number): string => `${hooksUrl}/vk/${senderId}`;

/**
 * Undefined: VK calls this service, the owner has set it up, or no address of this service is known. Else the reason.
 */
export async function setUpServer(
  api: VkApi,
  account: SenderAccount,
  senderId: number,
  steps: SubscriptionSteps,
): Promise<string | undefined> {
  if (api.hooksUrl === undefined || isSetUpByHand(account)) return undefined;
  const call = async (method: string, parameters: Readonly<Record<string, string>> = {}) =>
    responseOf(await askPatiently(methodRequest(api, account, method, parameters), steps));
  try {
    const groupId = groupOf(await call('groups.getById'));
    const group = { group_id: groupId };
    const { code } = membersOf(await call('groups.getCallbackConfirmationCode', group));
    await steps.keep({ [FOUND.group]: groupId, [FOUND.confirmation]: textOf(code) });
    const url = serverUrl(api, senderId);
    const servers = async () => serversOf(await call('groups.getCallbackServers', group));
    const known = (await servers()).find((server) => server['url'] === url);
    const shared = { ...group, url, title: TITLE, secret_key: callbackSecret(account) ?? '' };
    const server_id =
      known === undefined
        ? idOf(membersOf(await call('groups.addCallbackServer', shared))['server_id'])
        : idOf(known['id']);
    if (known !== undefined) await call('groups.editCallbackServer', { ...shared, server_id });
    await call('groups.setCallbackSettings', { ...group, server_id, api_version: API_VERSION, ...EVENTS });
    return await confirmed(servers, url, steps.pause);
  } catch (problem) {
    if (problem instanceof VkRefusal) return problem.message;
    throw problem;
  }
}

async function askPatiently(request: ProviderRequest, { ask, pause }: SubscriptionSteps): Promise<ProviderReply> {
  let reply = await ask(request);
  for (const ms of THROTTLED_MS) {
    if (reply.kind !== 'answer' || !isBusy(reply)) break;
    await pause(ms);
    reply = await ask(request);
  }
  return reply;
}

/** Asks for the servers of the community. Before VK has told the community, the answer says that it has none. */
export function serversRequest(api: VkApi, account: SenderAccount): ProviderRequest | undefined {
  if (api.hooksUrl === undefined || isSetUpByHand(account)) return undefined;
  const group_id = account.settings[FOUND.group];
  return group_id === undefined
    ? methodRequest(api, account, 'groups.getById', {})
    : methodRequest(api, account, 'groups.getCallbackServers', { group_id });
}

/** Whether VK calls the address of the sender. A text: VK did not say, and why. */
export function hearServers(answer: Answer, api: VkApi, senderId: number): boolean | string {
  const error = errorOf(answer);
  if (error !== undefined) return error.words;
  const { response } = membersOf(answer.body);
  if (response === undefined) return String(answer.status);
  const url = serverUrl(api, senderId);
  return serversOf(response).some((server) => server['url'] === url && server['status'] === CONFIRMED);
}

async function confirmed(
  servers: () => Promise<Members[]>,
  url: string,
  pause: SubscriptionSteps['pause'],
): Promise<string | undefined> {
  let status = '';
  for (const ms of CONFIRMED_AFTER_MS) {
    await pause(ms);
    status = textOf((await servers()).find((server) => server['url'] === url)?.['status']);
    if (status === CONFIRMED) return undefined;
    if (status === REFUSED) break;
  }
  return `VK could not confirm the address, its status is ${status === '' ? 'unknown' : status}`;
}

/** Ends the steps: VK has refused one, or has not answered. */
class VkRefusal extends Error {}

function responseOf(reply: ProviderReply): unknown {
  if (reply.kind !== 'answer') throw new VkRefusal(reply.reason);
  const error = errorOf(reply);
  if (error !== undefined) throw new VkRefusal(error.words);
  const { response } = membersOf(reply.body);
  if (response === undefined) throw new VkRefusal(`answered ${reply.status}`);
  return response;
}

/** The community of the token. Versions of the API before 5.131 answer with the list itself. */
function groupOf(response: unknown): string {
  const [group] = listOf(membersOf(response)['groups'] ?? response);
  return idOf(membersOf(group)['id']);
}

const serversOf = (response: unknown): Members[] => listOf(membersOf(response)['items']).map(membersOf);

function idOf(value: unknown): string {
  const id = wholeOf(value);
  if (id === undefined) throw new VkRefusal('the answer has no id');
  return String(id);
}
