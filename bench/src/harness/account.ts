// Prepares a company for the messaging API: a key of each type, money, and a verification profile with a widget.
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import { textAt } from './json.ts';
import { askOnce } from './partner-client.ts';

/** Key values as sent after Basic or Bearer. */
export type AccountKeys = {
  readonly messages: string;
  readonly system: string;
  readonly verifier: string;
  readonly verifierBuilder: string;
};

const MONEY = { currency: 'RUB', amount: 100_000, reason: 'funds for the harness' };

export type AccountWidget = { readonly gatewayId: string; readonly widgetId: string; readonly origin: string };

const SITE = 'shop.example';

/** Creates a verification profile over SMS and a widget without a captcha. */
export async function openWidget(
  url: string,
  adminToken: string,
  { companyId, senderName }: { companyId: number; senderName: string },
): Promise<AccountWidget> {
  const ask = (path: string, body: object) =>
    askOnce(url, { token: adminToken, method: 'POST', path: `/admin/v1${path}`, body });
  const channels = [{ channelType: 'SMS', senderName, text: 'Your code: {code}' }];
  const gatewayId = textAt(await ask('/verification-profiles', { companyId, name: 'Sign-in', channels }), 'gatewayId');
  const site = { kind: 'OWN_SITE', domains: [SITE], captchaType: 'NONE' };
  const widget = { companyId, gatewayId, name: 'Sign-in', ...site };
  return { gatewayId, widgetId: textAt(await ask('/widgets', widget), 'widgetId'), origin: `https://${SITE}` };
}

/** Uses the back office API. */
export async function openAccount(url: string, adminToken: string, companyId: number): Promise<AccountKeys> {
  const ask = (path: string, body: object) =>
    askOnce(url, { token: adminToken, method: 'POST', path: `/admin/v1${path}`, body });
  await ask(`/companies/${companyId}/wallets/top-up`, MONEY);
  const [messages = '', system = '', verifier = '', verifierBuilder = ''] = await Promise.all(
    KEY_TYPES.map(async (type) => textAt(await ask('/keys', { companyId, type, name: `harness ${type}` }), 'value')),
  );
  return { messages, system, verifier, verifierBuilder };
}
