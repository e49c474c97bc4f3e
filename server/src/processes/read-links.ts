// The options of put-link. A link carries one channel; several channels of one provider make a link each, named
// after it and the channel.
import { parseArgs } from 'node:util';
import { CHANNEL_TYPES, type ChannelType } from '@volley/domain/channel.ts';
import { LINK_ID_FORMS } from '../connectors/sms-smpp/id-form.ts';
import { RECEIPTS_PER_PART } from '../features/operator-links/governed-link.ts';
import type { HttpLinkDraft, LinkDraft } from '../features/operator-links/own-links.ts';
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
} as const;
const SECRET_LENGTH_MIN = 16;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

export function readLinks(args: readonly string[]): (LinkDraft | HttpLinkDraft)[] {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.protocol === 'HTTP') return httpLinks(values);
  if (values.protocol !== 'SMPP') throw new UsageError('--protocol is SMPP or HTTP');
  return [smppLink(values)];
}

const ofBoth = (values: Values) => ({
  name: required(values.name, 'name'),
  brands: brandsOf(required(values.brands, 'brands')),
  systemId: required(values['system-id'], 'system-id'),
  password: required(values.password, 'password'),
  ratePerSecond: values.rate === undefined ? null : whole(values.rate),
  windowSize: whole(values.window ?? '10'),
});

/** A link without brands gets nothing new, so that it can be taken out. */
const brandsOf = (text: string) => (text === 'none' ? [] : text.split(',').map(whole));

function smppLink(values: Values): LinkDraft {
  const idForm = values['id-form'] ?? 'as-is';
  if (!(idForm in LINK_ID_FORMS)) throw new UsageError(`--id-form is one of ${Object.keys(LINK_ID_FORMS).join(', ')}`);
  const receiptsPerPart = RECEIPTS_PER_PART.find((known) => known === values['receipts-per-part']);
  if (receiptsPerPart === undefined)
    throw new UsageError(`--receipts-per-part is one of ${RECEIPTS_PER_PART.join(', ')}`);
  return {
    ...ofBoth(values),
    host: required(values.host, 'host'),
    port: whole(required(values.port, 'port')),
    tls: values.tls ?? false,
    idForm,
    receiptsPerPart,
  };
}

function httpLinks(values: Values): HttpLinkDraft[] {
  const channels = required(values.channels, 'channels').split(',').map(channelOf);
  const link = ofBoth(values);
  if (link.password.length < SECRET_LENGTH_MIN)
    throw new UsageError(`--password is a secret of at least ${SECRET_LENGTH_MIN} characters`);
  return channels.map((channelType) => ({
    ...link,
    protocol: 'HTTP',
    channelType,
    name: channels.length === 1 ? link.name : `${link.name}-${channelType.toLowerCase()}`,
    url: addressOf(required(values.url, 'url')),
    verifyToken: values['verify-token'] ?? null,
    senderNames: senderNamesOf(values['sender-names'] ?? ''),
  }));
}

function channelOf(name: string): ChannelType {
  const channel = CHANNEL_TYPES.find((known) => known === name.toUpperCase());
  if (channel === undefined) throw new UsageError(`--channels are some of ${CHANNEL_TYPES.join(', ')}`);
  return channel;
}

/** Paths are added to it. */
function addressOf(url: string): string {
  if (!/^https?:\/\/[^\s/?#@]+(\/[\w.~-]+)*$/.test(url)) throw new UsageError('--url is http(s)://host[:port][/path]');
  return url;
}

/** `number=name,number=name` */
function senderNamesOf(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [number, ...name] = pair.split('=');
      return [number ?? '', required(name.join('='), 'sender-names')];
    }),
  );
}
