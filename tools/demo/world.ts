// A partner with everything a real one has, made through the public APIs and the back office: companies, documents,
// sender names, keys, a blacklist, inbound rules. No traffic yet.
import { numberAt } from '@volley/bench/stand/json.ts';
import { type Credentials, issueToken } from '@volley/bench/stand/partner-client.ts';
import type { Stand } from '@volley/bench/stand/stand.ts';
import { type Ask, askWith, upload } from './calls.ts';
import { type Companies, createCompanies, type Keys, openAccounts } from './companies.ts';
import { registerNames, type SenderIds } from './sender-names.ts';

export type World = {
  readonly credentials: Credentials;
  readonly admin: Credentials;
  readonly adminToken: string;
  readonly partner: Ask;
  readonly staff: Ask;
  /** The messaging API with the coffee house's key. */
  readonly messages: Ask;
  readonly companies: Companies;
  readonly senderIds: SenderIds;
  readonly keys: Keys;
};

export async function makeWorld(stand: Stand): Promise<World> {
  const url = stand.apiUrl();
  const [credentials, admin] = await Promise.all([stand.givenLogin('demo'), stand.givenAdmin()]);
  const [token, adminToken] = await Promise.all([
    issueToken(url, '/auth/token', credentials),
    issueToken(url, '/admin/v1/auth/token', admin),
  ]);
  const partner = askWith(url, token);
  const staff = askWith(url, adminToken, '/admin/v1');
  const companies = await createCompanies(partner);
  const keys = await openAccounts(staff, companies);
  const documents = {
    coffee: [
      await upload(url, token, companies.coffee, 'trademark-certificate.pdf'),
      await upload(url, token, companies.coffee, 'letter-of-guarantee.pdf'),
    ],
    pharmacy: [await upload(url, token, companies.pharmacy, 'licence.pdf')],
    yoga: [await upload(url, token, companies.yoga, 'registration.pdf')],
    bakery: [await upload(url, token, companies.bakery, 'charter.pdf')],
  };
  const senderIds = await registerNames({ partner, staff }, companies, documents);
  await blacklist(partner, companies);
  const messages = askWith(url, keys.MESSAGES, '/api/v1');
  return { credentials, admin, adminToken, partner, staff, messages, companies, senderIds, keys };
}

async function blacklist(partner: Ask, { coffee, pharmacy }: Companies): Promise<void> {
  const entries = [
    [coffee, '79161234501', 'Просил не писать, звонок 12 ноября'],
    [coffee, '79031234502', 'Отписался по ссылке'],
    [coffee, '79261234503', undefined],
    [pharmacy, '79651234504', 'Жалоба оператору'],
  ] as const;
  for (const [companyId, msisdn, comment] of entries) {
    await partner('PUT', '/recipients', { companyId, msisdn, blacklist: true, ...(comment && { comment }) });
  }
}

/** What comes back goes to a traffic center of its own, and its callbacks to the receiver. */
export async function openInbound(world: World, callbackUrl: string): Promise<void> {
  const { staff, companies } = world;
  const companyId = companies.coffee;
  const center = await staff('POST', '/traffic-centers', { companyId, name: 'Отзывы гостей' });
  const trafficCenterId = numberAt(center, 'id');
  await staff('POST', '/inbound-rules', { companyId, trafficCenterId, callbackUrl, senderNames: ['Zerno'] });
}
