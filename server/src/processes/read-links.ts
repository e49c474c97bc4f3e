// The options of put-link. A link carries one channel; several channels of a provider become one link each, named after
// the provider and the channel.
import { parseArgs } from 'node:util';
import { channelProblem, type LinkSettings, settingFaults } from '@volley/domain/links/link-settings.ts';
import {
  channelsOf as channelsOfProtocol,
  type HttpProtocol,
  hasLinkAccount,
  PROTOCOLS,
  type Protocol,
} from '@volley/domain/links/provider-protocol.ts';
import { CHANNEL_TYPES, type ChannelType } from '@volley/domain/sending/channel.ts';
import { LINK_ID_FORMS } from '../connectors/sms-smpp/id-form.ts';
import { RECEIPTS_PER_PART } from '../features/operator-links/governed-link.ts';
import { type HttpLinkDraft, type LinkDraft, NO_ACCOUNT } from '../features/operator-links/own-links.ts';
import { required, UsageError, whole } from './options.ts';

const text = { type: 'string' } as const;
const OPTIONS = {
  name: text,
  brands: text,
  protocol: { type: 'string', default: 'SMPP' },
  host: text,
  port: text,
  url: text,
  channels: text,
  'system-id': text,
  password: text,
  rate: text,
  window: text,
  tls: { type: 'boolean', default: false },
  'id-form': text,
  'receipts-per-part': { type: 'string', default: 'all' },
  'verify-token': text,
  'sender-names': text,
  set: { type: 'string', multiple: true },
} as const;
const SECRET_LENGTH_MIN = 16;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

export function readLinks(args: readonly string[]): (LinkDraft | HttpLinkDraft)[] {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const protocol = PROTOCOLS.find((known) => known === values.protocol);
  if (protocol === undefined) throw new UsageError(`--protocol must be one of ${PROTOCOLS.join(', ')}`);
  return protocol === 'SMPP' ? [smppLink(values)] : httpLinks(protocol, values);
}

const ofBoth = (values: Values) => ({
  name: required(values.name, 'name'),
  brands: brandsOf(required(values.brands, 'brands')),
  systemId: required(values['system-id'], 'system-id'),
  password: required(values.password, 'password'),
  ratePerSecond: values.rate === undefined ? null : whole(values.rate),
  windowSize: whole(values.window ?? '10'),
});

/** A link without brands gets no new messages, so that it can be removed. */
const brandsOf = (text: string) => (text === 'none' ? [] : text.split(',').map(whole));

function smppLink(values: Values): LinkDraft {
  linkSettings('SMPP', values);
  const idForm = values['id-form'] ?? 'as-is';
  if (!(idForm in LINK_ID_FORMS))
    throw new UsageError(`--id-form must be one of ${Object.keys(LINK_ID_FORMS).join(', ')}`);
  const receiptsPerPart = RECEIPTS_PER_PART.find((known) => known === values['receipts-per-part']);
  if (receiptsPerPart === undefined)
    throw new UsageError(`--receipts-per-part must be one of ${RECEIPTS_PER_PART.join(', ')}`);
  return {
    ...ofBoth(values),
    host: required(values.host, 'host'),
    port: whole(required(values.port, 'port')),
    tls: values.tls ?? false,
    idForm,
    receiptsPerPart,
  };
}

function httpLinks(protocol: HttpProtocol, values: Values): HttpLinkDraft[] {
  const settings = linkSettings(protocol, values);
  const channels = channelsOf(protocol, values);
  for (const channel of channels) refuseChannel(protocol, channel, settings);
  const isOurs = hasLinkAccount(protocol);
  const link = ofBoth(isOurs ? values : { ...values, 'system-id': NO_ACCOUNT.systemId, password: NO_ACCOUNT.password });
  if (isOurs && link.password.length < SECRET_LENGTH_MIN)
    throw new UsageError(`--password must be at least ${SECRET_LENGTH_MIN} characters long`);
  return channels.map((channelType) => ({
    ...link,
    protocol,
    channelType,
    name: channels.length === 1 ? link.name : `${link.name}-${channelType.toLowerCase()}`,
    url: addressOf(required(values.url, 'url')),
    verifyToken: values['verify-token'] ?? null,
    senderNames: pairsOf(values['sender-names']?.split(',') ?? [], 'sender-names'),
    settings,
  }));
}

function channelsOf(protocol: HttpProtocol, values: Values): ChannelType[] {
  const known = channelsOfProtocol(protocol);
  if (values.channels === undefined && known !== 'any' && known.length === 1) return [...known];
  const given = required(values.channels, 'channels').split(',').map(channelOf);
  if (known !== 'any' && !given.every((channel) => known.includes(channel)))
    throw new UsageError(`--channels must be ${known.join(', ')} for ${protocol}`);
  return given;
}

function refuseChannel(protocol: HttpProtocol, channel: ChannelType, settings: LinkSettings): void {
  const problem = channelProblem(protocol, channel, settings);
  if (problem !== undefined) throw new UsageError(`--channels: ${problem}`);
}

function channelOf(name: string): ChannelType {
  const channel = CHANNEL_TYPES.find((known) => known === name.toUpperCase());
  if (channel === undefined) throw new UsageError(`--channels must be some of ${CHANNEL_TYPES.join(', ')}`);
  return channel;
}

/** Request paths are appended. */
function addressOf(url: string): string {
  if (!/^https?:\/\/[^\s/?#@]+(\/[\w.~-]+)*$/.test(url))
    throw new UsageError(`--url must be http(s)://host[:port][/path], not "${url}"`);
  return url;
}

function linkSettings(protocol: Protocol, values: Values): LinkSettings {
  const settings = pairsOf(values.set ?? [], 'set');
  const [fault] = settingFaults(protocol, settings);
  if (fault !== undefined) throw new UsageError(`--set: ${fault.field.replace('settings.', '')} ${fault.reason}`);
  return settings;
}

/** `name=value`, each. */
function pairsOf(pairs: readonly string[], option: string): Record<string, string> {
  return Object.fromEntries(
    pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [name, required(value.join('='), option)];
      }),
  );
}
