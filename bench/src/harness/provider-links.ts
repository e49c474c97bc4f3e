// Links beyond one per channel, for people who try the system: a second link of VIBER, which is used when the first one
// fails, and links of bots of Telegram, MAX and VK and of business numbers of WhatsApp. Webhooks of bots need an https
// address, which the simulator replaces.
import { whatsappAppSecret } from '@volley/simulator/providers/start-providers.ts';
import { channelLink, channelOptions, type ServerProgram, type Settings } from './server-program.ts';
import type { SimulatorProcess } from './simulator-process.ts';
import { withDatabase } from './with-database.ts';

const reserveLink = 'reserve-viber';
/** Business numbers of WhatsApp. */
export const whatsappLink = 'whatsapp-cloud';

/** Settings of the roles, beside which the links work. The delays of the simulator follow the clock. */
export const providerSettings = ({ controlUrl }: SimulatorProcess): Settings => ({
  PUBLIC_URL: 'https://volley.example',
  CLOCK_FOLLOWER: `${controlUrl}/clock`,
});

export async function putProviders(
  { putProvider }: Pick<ServerProgram, 'putProvider'>,
  { channelUrl, providerUrls: { botUrl, maxBotUrl, vkBotUrl, whatsappUrl } }: SimulatorProcess,
  databaseUrl: string,
): Promise<void> {
  const bots = { brands: '0,1,2,3,4', window: 20, set: 'inbound=on' };
  const numbers = {
    brands: '0,1,2,3,4',
    window: 20,
    'system-id': 'sandbox-app',
    password: whatsappAppSecret,
    'verify-token': 'sandbox',
  };
  await Promise.all([
    putProvider(channelOptions(reserveLink, ['VIBER'], `${channelUrl}/reserve`)),
    putProvider({ name: 'telegram-bots', protocol: 'TELEGRAM_BOT', url: botUrl, ...bots }),
    putProvider({ name: 'max-bots', protocol: 'MAX_BOT', url: maxBotUrl, ...bots }),
    putProvider({ name: 'vk-bots', protocol: 'VK_BOT', url: vkBotUrl, ...bots }),
    putProvider({ name: whatsappLink, protocol: 'WHATSAPP_CLOUD', url: whatsappUrl, ...numbers }),
  ]);
  await preferLink(databaseUrl, channelLink.replace('{channel}', 'viber'));
}

/** Points the webhooks of these providers at an API process. */
export async function callFromProviders(simulator: SimulatorProcess, apiUrl: string): Promise<void> {
  await simulator.callFromProvidersAt(apiUrl, `${apiUrl}/channels/v1/${reserveLink}`);
  await simulator.control('/whatsapp/hooks', { url: `${apiUrl}/channels/v1/${whatsappLink}` });
}

/** The messages that the link cannot take go over the other links of its channel. */
async function preferLink(databaseUrl: string, name: string): Promise<void> {
  const text = `
    insert into link_routes (link_id, priority, weight, valid_from)
    select id, 1, 100, '2020-01-01' from operator_links where name = $1`;
  await withDatabase(databaseUrl, (client) => client.query(text, [name]));
}
