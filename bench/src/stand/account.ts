// What a company needs to use the messaging API: a key of each type, money, and for codes a profile with a widget.
import { KEY_TYPES } from '@volley/domain/key-type.ts';
import { textAt } from './json.ts';
import { askOnce } from './partner-client.ts';

/** Values of keys, as they stand behind Basic or Bearer. */
export type AccountKeys = {
  readonly messages: string;
  readonly system: string;
  readonly verifier: string;
  readonly verifierBuilder: string;
};

const MONEY = { currency: 'RUB', amount: 100_000, reason: 'money of a stand' };

export type AccountWidget = { readonly gatewayId: string; readonly widgetId: string; readonly origin: string };

const SITE = 'shop.example';

/** A profile for codes over SMS, and a widget without a captcha on a site. */
export async function openWidget(
  url: string,
  adminToken: string,
  { companyId, senderName }: { companyId: number; senderName: string },
): Promise<AccountWidget> {
  const ask = (path: string, body: object) => askOnce(url, adminToken, 'POST', `/admin/v1${path}`, body);
  const channels = [{ channelType: 'SMS', senderName, text: 'Your code: {code}' }];
  const gatewayId = textAt(await ask('/verification-profiles', { companyId, name: 'Sign-in', channels }), 'gatewayId');
  const captcha = { captchaType: 'NONE', siteKey: '', secret: '' };
  const widget = { companyId, gatewayId, name: 'Sign-in', kind: 'OWN_SITE', domains: [SITE], ...captcha };
  return { gatewayId, widgetId: textAt(await ask('/widgets', widget), 'widgetId'), origin: `https://${SITE}` };
}

/** Acts through the back office. */
export async function openAccount(url: string, adminToken: string, companyId: number): Promise<AccountKeys> {
  const ask = (path: string, body: object) => askOnce(url, adminToken, 'POST', `/admin/v1${path}`, body);
  await ask(`/companies/${companyId}/wallets/top-up`, MONEY);
  const [messages = '', system = '', verifier = '', verifierBuilder = ''] = await Promise.all(
    KEY_TYPES.map(async (type) => textAt(await ask('/keys', { companyId, type, name: `stand ${type}` }), 'value')),
  );
  return { messages, system, verifier, verifierBuilder };
}
