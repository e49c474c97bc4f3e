// Accounts at real providers, named by the environment. Every name begins with LIVE_ and the provider.
import { randomInt, randomUUID } from 'node:crypto';
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import type { LinkAccount } from '@volley/server/connectors/dialects.ts';
import type { Submission } from '@volley/server/connectors/link-job.ts';

export type LiveVariable = {
  readonly name: string;
  /** Absent: the variable is needed. */
  readonly fallback?: string;
  readonly isSecret?: true;
};

type Values = Readonly<Record<string, string>>;

export type LiveCase = {
  readonly protocol: HttpProtocol;
  /** Without their prefix. `URL` and `TO` are variables of every case. */
  readonly variables: readonly LiveVariable[];
  readonly link: (values: Values) => Omit<LinkAccount, 'basePath'>;
  readonly submission: (values: Values, message: Submission) => Submission;
};

const NO_LINK = { account: '', secret: '', settings: {} };
const TOKEN: LiveVariable = { name: 'TOKEN', isSecret: true };
const url = (fallback: string): LiveVariable => ({ name: 'URL', fallback });
/** The recipient: the owner's own number, or id in the messenger. */
const TO: LiveVariable = { name: 'TO', isSecret: true };

const own = (values: Values, settings: Values = {}) => ({
  account: { settings, secrets: { token: values['TOKEN'] ?? '' } },
  address: values['TO'] ?? '',
});

export const LIVE_CASES: Readonly<Record<string, LiveCase>> = {
  whatsapp: {
    protocol: 'WHATSAPP_CLOUD',
    variables: [
      url('https://graph.facebook.com'),
      TOKEN,
      { name: 'PHONE_NUMBER_ID', isSecret: true },
      TO,
      { name: 'TEMPLATE', fallback: 'hello_world' },
      { name: 'LANGUAGE', fallback: 'en_US' },
    ],
    link: () => NO_LINK,
    submission: (values, message) => ({
      ...message,
      channelType: 'WHATSAPP',
      ...own(values, { phoneNumberId: values['PHONE_NUMBER_ID'] ?? '' }),
      session: {
        isOpen: false,
        template: {
          name: values['TEMPLATE'] ?? '',
          language: values['LANGUAGE'] ?? '',
          values: [],
          isCode: false,
        },
      },
    }),
  },
  'telegram-gateway': {
    protocol: 'TELEGRAM_GATEWAY',
    variables: [url('https://gatewayapi.telegram.org'), TOKEN, TO],
    link: ({ TOKEN: secret = '' }) => ({ account: '', secret, settings: {} }),
    submission: (_values, message) => ({
      ...message,
      channelType: 'TELEGRAM',
      trafficType: 'AUTHORIZE',
      special: { contentType: 'authentication', code: message.text },
    }),
  },
  'telegram-bot': {
    protocol: 'TELEGRAM_BOT',
    variables: [url('https://api.telegram.org'), TOKEN, TO],
    link: () => NO_LINK,
    submission: (values, message) => ({ ...message, channelType: 'TELEGRAM', ...own(values) }),
  },
  max: {
    protocol: 'MAX_BOT',
    variables: [url('https://platform-api2.max.ru'), TOKEN, TO],
    link: () => NO_LINK,
    submission: (values, message) => ({ ...message, channelType: 'MAX', ...own(values) }),
  },
  vk: {
    protocol: 'VK_BOT',
    variables: [url('https://api.vk.ru'), TOKEN, TO],
    link: () => NO_LINK,
    submission: (values, message) => ({ ...message, channelType: 'VK', ...own(values) }),
  },
  partner: {
    protocol: 'PARTNER_REST',
    variables: [
      { name: 'URL' },
      { name: 'LOGIN', fallback: 'none' },
      { name: 'PASSWORD', isSecret: true },
      { name: 'FORM', fallback: 'key' },
      { name: 'SENDER' },
      TO,
    ],
    link: ({ LOGIN: account = '', PASSWORD: secret = '', FORM: form = '' }) => ({
      account,
      secret,
      settings: { form },
      channelType: 'VIBER',
    }),
    submission: (values, message) => ({ ...message, channelType: 'VIBER', senderName: values['SENDER'] ?? '' }),
  },
};

/** The text is digits: the Gateway sends codes only. */
export const newMessage = (to: string): Submission => ({
  messageId: randomUUID(),
  channelType: 'SMS',
  trafficType: 'SERVICE',
  senderName: '',
  destination: to.replace(/^\+/, ''),
  text: String(randomInt(100_000, 1_000_000)),
  reference: randomInt(1, 65_536),
});

export const variableName = (name: string, variable: string): string =>
  `LIVE_${name.toUpperCase().replaceAll('-', '_')}_${variable}`;
