// A company with a WhatsApp number at the simulated Cloud API, and dispatches of templates under it.
import { whatsappAppSecret } from '@volley/simulator/providers/start-providers.ts';
import type { Harness } from '../harness/harness.ts';
import { numberAt } from '../harness/json.ts';
import { type MessagingAccount, openMessagingAccount } from '../harness/messaging-account.ts';
import { askOnce } from '../harness/partner-client.ts';
import type { Subscribers } from '../subscribers.ts';
import { putProviderLinks } from './provider-link.ts';

export const WHATSAPP_LINK = 'whatsapp';
/** Sender name of the harness for numbers of MTS. */
const NAME = 'StandMTS';
const PHONE_NUMBER_ID = '106540352242922';
const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
const TEMPLATE = { name: 'order_ready', language: 'en_US', category: 'UTILITY', variables: 1 };
const CALL = 1_000;

export type WhatsappSender = {
  /** Creates a dispatch to numbers from position `first` on; it is not started. */
  fill(subscribers: Subscribers, first: number, count: number): Promise<number>;
  start(dispatchId: number): Promise<void>;
  close(): Promise<void>;
};

/** `accountRate`: messages per second of the number. */
export async function openWhatsappSender(harness: Harness, accountRate: number): Promise<WhatsappSender> {
  const { simulator } = harness;
  await simulator.control('/whatsapp/scenario', { messagesPerSecond: 0, pairBurst: 0 });
  await simulator.control('/whatsapp/templates', TEMPLATE);
  const adminToken = await harness.givenAdminToken();
  const link = {
    name: WHATSAPP_LINK,
    protocol: 'WHATSAPP_CLOUD',
    url: simulator.providerUrls.whatsappUrl,
    systemId: 'meta-app',
    password: whatsappAppSecret,
    windowSize: 200,
    settings: { accountRate: String(accountRate) },
  } as const;
  await putProviderLinks(harness, adminToken, [link]);
  const partner = await harness.givenPartner();
  const account = await openMessagingAccount(harness, partner.companyId);
  const senderId = await partner.registerName('MTS', 'WHATSAPP');
  await registerTemplate(account, senderId);
  await askOnce(harness.apiUrl(), {
    token: adminToken,
    method: 'PUT',
    path: `/admin/v1/senders/${senderId}/account`,
    body: { values: { phoneNumberId: PHONE_NUMBER_ID, token: TOKEN } },
  });
  return {
    fill: async (subscribers, first, count) => {
      const draft = { dispatchName: 'whatsapp', channelType: 'WHATSAPP', senderName: NAME };
      const content = 'Order 17 is ready';
      const id = numberAt(await account.call('POST', '/dispatch', { ...draft, content }), 'dispatchId');
      for (let from = 0; from < count; from += CALL) {
        const messages = Array.from({ length: Math.min(CALL, count - from) }, (_, at) => ({
          destination: String(subscribers.numberOf('MTS', first + from + at)),
        }));
        await account.call('POST', `/dispatch/${id}/messages`, messages);
      }
      return id;
    },
    start: async (id) => {
      await account.call('POST', `/dispatch/${id}/start`);
    },
    close: () => account.close(),
  };
}

async function registerTemplate(account: MessagingAccount, senderNameId: number): Promise<void> {
  const { name, language } = TEMPLATE;
  const template = { channelType: 'WHATSAPP', templateType: 'SERVICE', pattern: 'Order %d is ready', senderNameId };
  const body = { ...template, content: { template: { name, language } }, dateFrom: '2024-07-01T00:00:00Z' };
  await account.call('POST', '/templates', body, { key: 'system' });
}
