// What a company needs to use the messaging API: a key of each type, and money.
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

/** Acts through the back office. */
export async function openAccount(url: string, adminToken: string, companyId: number): Promise<AccountKeys> {
  const ask = (path: string, body: object) => askOnce(url, adminToken, 'POST', `/admin/v1${path}`, body);
  await ask(`/companies/${companyId}/wallets/top-up`, MONEY);
  const [messages = '', system = '', verifier = '', verifierBuilder = ''] = await Promise.all(
    KEY_TYPES.map(async (type) => textAt(await ask('/keys', { companyId, type, name: `stand ${type}` }), 'value')),
  );
  return { messages, system, verifier, verifierBuilder };
}
