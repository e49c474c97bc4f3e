// The shop of the demo site: a partner of its own, so that the companies of the other partners stay as they are, with
// a verification profile over six channels and a widget for the site.
import type { AccountKeys } from '@volley/bench/harness/account.ts';
import type { Harness } from '@volley/bench/harness/harness.ts';
import { listAt, memberAt, numberAt, textAt } from '@volley/bench/harness/json.ts';
import { askOnce, type Credentials, type PartnerClient } from '@volley/bench/harness/partner-client.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';

export type Shop = Credentials & {
  readonly companyId: number;
  readonly keys: AccountKeys;
  readonly gatewayId: string;
  readonly widgetId: string;
  /** Sender names of its bots, by channel. */
  readonly bots: Readonly<Record<'TELEGRAM' | 'MAX', string>>;
};

export const SHOP_SENDER = 'CornerShop';
/** The only sender name that spoken codes may have. */
export const VOICE_SENDER = 'voicecode';
const BOT = 'corner_shop_bot';
/** The simulator takes every token that has the form of one. */
const TOKENS = {
  TELEGRAM: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
  MAX: 'corner-shop-bot-token-of-the-simulator',
};
const DAY_MS = 86_400_000;

const TEXTS = { ru: 'Ваш код для Corner Shop: {code}', en: 'Your Corner Shop code: {code}' };
const written = { senderName: SHOP_SENDER, text: TEXTS.en, texts: TEXTS };

/** In the order of the plan: a code that is not delivered in 20 seconds follows by voice, then by messenger. */
const CHANNELS = [
  { channelType: 'SMS', ...written },
  { channelType: 'VOICECODE', ...written, senderName: VOICE_SENDER },
  { channelType: 'TELEGRAM_GATEWAY', ...written },
  { channelType: 'VIBER', ...written },
  { channelType: 'WHATSAPP', ...written },
  { channelType: 'FLASHCALL', senderName: SHOP_SENDER, text: '{code}' },
];

/** Limits of a person who tries the page again and again. */
const PATIENT = { resendPauseSeconds: 15, sendsPerNumber: 100, sendsPerAddress: 1_000, enteredShareMin: 0 };

export type ShopOptions = {
  readonly partner: PartnerClient;
  readonly adminToken: string;
  /** Hosts of the demo site. */
  readonly domains: readonly string[];
};

export async function openShop(harness: Harness, { partner, adminToken, domains }: ShopOptions): Promise<Shop> {
  const { companyId, credentials } = partner;
  const [keys] = await Promise.all([harness.givenKeys(companyId), registerNames(partner)]);
  const ask = async (path: string, body: object) =>
    askOnce(harness.apiUrl(), { token: adminToken, method: 'POST', path: `/admin/v1${path}`, body });
  const profile = { companyId, name: 'Corner Shop', channels: CHANNELS, fallback: 'LISTED', ...PATIENT };
  const gatewayId = textAt(await ask('/verification-profiles', profile), 'gatewayId');
  const widget = { companyId, gatewayId, name: 'Corner Shop', kind: 'OWN_SITE', domains, captchaType: 'NONE' };
  const widgetId = textAt(await ask('/widgets', widget), 'widgetId');
  const bots = { TELEGRAM: BOT, MAX: BOT };
  await openBots(harness.apiUrl(), adminToken, partner);
  const inbound = { path: `/admin/v1/companies/${companyId}`, body: { inboundEnabled: true } };
  await askOnce(harness.apiUrl(), { token: adminToken, method: 'PUT', ...inbound });
  return { ...credentials, companyId, keys, gatewayId, widgetId, bots };
}

/** Bots with tokens of their own, on the links of bots. */
async function openBots(url: string, token: string, partner: PartnerClient): Promise<void> {
  const links = listAt(await askOnce(url, { token, method: 'GET', path: '/admin/v1/links' }), 'items');
  await Promise.all(
    Object.entries(TOKENS).map(async ([channelType, botToken]) => {
      const link = links.find((one) => memberAt(one, 'name') === `${channelType.toLowerCase()}-bots`);
      const id = numberAt(await registerName(partner, BOT, channelType, 'MTS'), 'id');
      const body = { values: { token: botToken }, linkId: numberAt(link, 'linkId') };
      await askOnce(url, { token, method: 'PUT', path: `/admin/v1/senders/${id}/account`, body });
    }),
  );
}

async function registerNames(partner: PartnerClient): Promise<void> {
  await Promise.all([
    ...BRANDS.map((brand) => registerName(partner, SHOP_SENDER, 'SMS', brand)),
    ...['TELEGRAM', 'VIBER', 'WHATSAPP', 'FLASHCALL'].map((channel) =>
      registerName(partner, SHOP_SENDER, channel, 'MTS'),
    ),
    registerName(partner, VOICE_SENDER, 'VOICECODE', 'MTS'),
  ]);
}

const registerName = (partner: PartnerClient, senderName: string, channelType: string, brand: string) =>
  partner.call('POST', '/senders', {
    companyId: partner.companyId,
    senderName,
    channelType,
    brand,
    commonType: 'COMMON',
    dateFrom: new Date(Date.now() - DAY_MS).toISOString(),
  });
