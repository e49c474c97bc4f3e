// A link or an account for every form of calls of providers, with subscribers for bots, for the peers of hook-peers.ts.
import type { Cell } from '../cell.ts';
import { givenSeller, registerName } from '../people/seller.ts';
import { type GivenStaff, givenStaff } from '../people/staff.ts';
import { type BotForm, botNameOf, HOOK_ACCOUNTS, personOf } from './hook-peers.ts';

/** Subscribers of each bot, with the ids of the first calls. */
export const PEOPLE = 12;

export const isBot = (form: string): form is BotForm => form in HOOK_ACCOUNTS;

/** The account of a bot, by its sender name. */
export const putAccount = (staff: GivenStaff, form: BotForm, senderId: number) =>
  staff.ask('PUT', `/senders/${senderId}/account`, { values: HOOK_ACCOUNTS[form].values });

/** Stores the ids of the bots' sender names in `senders`. */
export async function givenHooks(cell: Cell, senders: Record<BotForm, number>): Promise<GivenStaff> {
  const { whatsapp, gateway, partner, bots, maxBots, vkBots } = cell.operators;
  const { login, key } = partner.account;
  await cell.channel('WEASY', { name: 'volley' });
  await cell.channel('WHATSAPP', {
    name: 'meta',
    protocol: 'WHATSAPP_CLOUD',
    url: whatsapp.url,
    password: whatsapp.appSecret,
  });
  const codes = { protocol: 'TELEGRAM_GATEWAY', url: gateway.url, password: gateway.token } as const;
  await cell.channel('TELEGRAM', { name: 'codes', ...codes });
  const aggregator = { protocol: 'PARTNER_REST', url: partner.url, systemId: login, password: key } as const;
  await cell.channel('VIBER', { name: 'aggregator', ...aggregator, settings: { form: 'key' } });
  await cell.channel('TELEGRAM', { name: 'telegram-bots', protocol: 'TELEGRAM_BOT', url: bots.url });
  await cell.channel('MAX', { name: 'max-bots', protocol: 'MAX_BOT', url: maxBots.url });
  await cell.channel('VK', { name: 'vk-bots', protocol: 'VK_BOT', url: vkBots.url });
  const seller = await givenSeller(cell, { brands: [] });
  const staff = await givenStaff(cell, 'admin');
  for (const form of Object.keys(HOOK_ACCOUNTS).filter(isBot)) {
    const [{ channelType }, senderName] = [HOOK_ACCOUNTS[form], botNameOf(form)];
    senders[form] = await registerName(cell, seller, { channelType, senderName });
    const put = await putAccount(staff, form, senders[form]);
    if (put.status !== 200) throw new Error(`account of ${form} answered ${put.status}: ${put.text}`);
    const subscribers = Array.from({ length: PEOPLE }, (_, at) => ({
      subscriberId: String(personOf({ id: `${form}-${at + 1}` })),
      destination: String(79_161_230_000 + at),
    }));
    const stored = await seller.ask('POST', '/subscribers', { channelType, senderName, subscribers }, 'SYSTEM');
    if (stored.status !== 200) throw new Error(`subscribers of ${form} answered ${stored.status}: ${stored.text}`);
  }
  return staff;
}
