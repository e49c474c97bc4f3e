// A partner with realistic data, created through the public APIs and the back office: companies, documents, sender
// names, keys, a blacklist, inbound rules. No traffic yet.

import type { Harness } from '@volley/bench/harness/harness.ts';
import { numberAt } from '@volley/bench/harness/json.ts';
import { type Credentials, issueToken } from '@volley/bench/harness/partner-client.ts';
import { type Ask, askWith, upload } from './calls.ts';
import { type Companies, createCompanies, type Keys, openAccounts } from './companies.ts';
import { BOT_NAME, registerNames, type SenderIds } from './sender-names.ts';
import { openWhatsapp } from './whatsapp.ts';

/** More than a page of the console. */
const SUBSCRIBERS = 64;

export type World = {
  readonly credentials: Credentials;
  readonly admin: Credentials;
  readonly adminToken: string;
  readonly partner: Ask;
  readonly staff: Ask;
  /** The messaging API with the key of the company `coffee`. */
  readonly messages: Ask;
  readonly companies: Companies;
  readonly senderIds: SenderIds;
  readonly keys: Keys;
};

export async function makeWorld(harness: Harness): Promise<World> {
  const url = harness.apiUrl();
  const [credentials, admin] = await Promise.all([harness.givenLogin('demo'), harness.givenAdmin()]);
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
  const { senderIds, whatsapp } = await registerNames({ partner, staff }, companies, documents);
  await blacklist(partner, companies);
  const system = askWith(url, keys.SYSTEM, '/api/v1');
  await subscribers(system);
  await openWhatsapp({ staff, system }, harness, whatsapp);
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

/** People who have started the bot of the company `coffee`. */
async function subscribers(system: Ask): Promise<void> {
  const people = Array.from({ length: SUBSCRIBERS }, (_, at) => ({
    subscriberId: String(400_000_001 + at * 7_919),
    destination: String(79_161_230_001 + at),
    ...(at % 3 === 0 && { tags: ['loyalty'] }),
  }));
  await system('POST', '/subscribers', { channelType: 'TELEGRAM', senderName: BOT_NAME, subscribers: people });
}

/** Inbound messages get their own traffic center, with callbacks to the receiver. */
export async function openInbound(world: World, callbackUrl: string): Promise<void> {
  const { staff, companies } = world;
  const companyId = companies.coffee;
  const center = await staff('POST', '/traffic-centers', { companyId, name: 'Отзывы гостей' });
  const trafficCenterId = numberAt(center, 'id');
  await staff('POST', '/inbound-rules', { companyId, trafficCenterId, callbackUrl, senderNames: ['Zerno'] });
}
