// Settings of a link that only its protocol knows. Addresses, rates and passwords are the same for every protocol and
// are not among them.
import type { Fault } from '../refusals/fault.ts';
import { PROBLEM } from '../refusals/problems.ts';
import type { ChannelType } from '../sending/channel.ts';
import type { Protocol } from './provider-protocol.ts';

export type LinkSettings = Readonly<Record<string, string>>;

export type LinkSetting = {
  readonly name: string;
  readonly form: RegExp;
  readonly allowed: string;
  readonly isRequired?: true;
};

/**
 * Forms of the interfaces of aggregators.
 * login: one message per call, with login and password in its body.
 * key: an access key in a header, and a path per channel.
 */
export const PARTNER_FORMS = ['login', 'key'] as const;

export type PartnerForm = (typeof PARTNER_FORMS)[number];

/** Without it, texts that people write to bots are not stored. */
const INBOUND: LinkSetting = { name: 'inbound', form: /^(?:on|off)$/, allowed: 'must be on or off' };

/** Messages per second of each account, for accounts whose provider allows another rate than the usual one. */
const ACCOUNT_RATE: LinkSetting = {
  name: 'accountRate',
  form: /^(?:[1-9]\d{0,3}|10000)$/,
  allowed: 'must be an integer from 1 to 10000',
};

/** link: the provider fetches the file of a message. upload: this service fetches it and hands it over. */
const MEDIA: LinkSetting = choice('media', ['link', 'upload']);

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const NETWORK = String.raw`${OCTET}(?:\.${OCTET}){3}(?:/(?:3[0-2]|[12]?\d))?`;

const TEMPLATE = String.raw`[\w.-]{1,100}`;
const SENDER_TEMPLATE = String.raw`[^,=]{1,64}=${TEMPLATE}`;
const SENDER_TEMPLATES_MAX = 50;

/** A protocol that is absent has no settings of its own. */
const KNOWN: Partial<Readonly<Record<Protocol, readonly LinkSetting[]>>> = {
  TELEGRAM_GATEWAY: [
    {
      // The verified channel that codes come from; without it they come from the provider's own.
      name: 'senderUsername',
      form: /^[A-Za-z]\w{3,31}$/,
      allowed: 'must be the user name of a channel: 4 to 32 letters, digits and underscores, a letter first',
    },
  ],
  TELEGRAM_BOT: [INBOUND, ACCOUNT_RATE],
  MAX_BOT: [INBOUND, ACCOUNT_RATE, MEDIA],
  VK_BOT: [INBOUND, ACCOUNT_RATE],
  WHATSAPP_CLOUD: [
    { name: 'apiVersion', form: /^v\d{1,2}\.\d$/, allowed: 'must be a version such as v24.0' },
    ACCOUNT_RATE,
    MEDIA,
  ],
  PARTNER_REST: [
    { ...choice('form', PARTNER_FORMS), isRequired: true },
    // The provider accepts each of our ids once. Aggregators enable this per contract, so it is off unless set.
    choice('duplicateControl', ['on', 'off']),
    {
      // The template at the aggregator whose variable `text` is the text of the message.
      name: 'vkTemplate',
      form: new RegExp(`^${TEMPLATE}$`),
      allowed: 'must be the name of a template: 1 to 100 letters, digits, underscores, dots and hyphens',
    },
    {
      // The same per sender name: a template at the aggregator names the community that it is sent from.
      name: 'vkTemplates',
      form: new RegExp(`^${SENDER_TEMPLATE}(?:,${SENDER_TEMPLATE}){0,${SENDER_TEMPLATES_MAX - 1}}$`),
      allowed: 'must be up to 50 sender names with their templates, such as Shop=order_ready,Bank=code',
    },
    {
      // Networks that reports come from; without it the token in their path is the only proof.
      name: 'reportSources',
      form: new RegExp(`^${NETWORK}(?:,${NETWORK})*$`),
      allowed: 'must be IPv4 addresses or ranges, separated by commas, such as 203.0.113.0/28,198.51.100.7',
    },
    choice('vkRoutes', ['VK', 'OK', 'VK,OK', 'OK,VK']),
    choice('vkDeliveryPolicy', ['any', 'mobile_device_required', 'verified_phone_number']),
  ],
};

function choice(name: string, values: readonly string[]): LinkSetting {
  return { name, form: new RegExp(`^(?:${values.join('|')})$`), allowed: `must be one of ${values.join(', ')}` };
}

function settingsOf(protocol: Protocol): readonly LinkSetting[] {
  return KNOWN[protocol] ?? [];
}

export function settingFaults(protocol: Protocol, settings: LinkSettings): Fault[] {
  const known = settingsOf(protocol);
  const missing = known.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(settings, name));
  const wrong = Object.entries(settings).flatMap(([name, value]): Fault[] => {
    const field = `settings.${name}`;
    const setting = known.find((one) => one.name === name);
    if (setting === undefined) return [{ field, reason: unknownSetting(protocol), code: 'not-in-list' }];
    return setting.form.test(value) ? [] : [{ field, reason: setting.allowed, code: 'wrong-form' }];
  });
  return [
    ...missing.map(({ name }): Fault => ({ field: `settings.${name}`, reason: PROBLEM.required, code: 'required' })),
    ...wrong,
  ];
}

/** The template of a sender name on VK; empty: none is known. */
export function vkTemplateOf(
  { vkTemplate, vkTemplates }: Readonly<Record<string, unknown>>,
  senderName: string,
): string {
  const pairs = typeof vkTemplates === 'string' ? vkTemplates.split(',').map((pair) => pair.split('=')) : [];
  const own = pairs.find(([name]) => name === senderName)?.[1];
  return own ?? (typeof vkTemplate === 'string' ? vkTemplate : '');
}

/** The reason why a link with these settings cannot carry the channel; undefined: it can. */
export function channelProblem(protocol: Protocol, channelType: ChannelType, settings: LinkSettings) {
  return protocol === 'PARTNER_REST' && channelType === 'MAX' && settings['form'] !== 'login'
    ? 'MAX needs the setting form=login'
    : undefined;
}

function unknownSetting(protocol: Protocol): string {
  const names = settingsOf(protocol).map(({ name }) => name);
  return names.length === 0 ? `${protocol} has no settings` : `must be one of ${names.join(', ')}`;
}
