// Control port actions for the HTTP channels.
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { ChannelAccount } from './channel-account.ts';
import { channelFaultsOf, isChannelChange } from './channel-scenario.ts';

export type Channels = ReadonlyMap<ChannelType, ChannelAccount>;
type Body = Readonly<Record<string, unknown>>;
type Complaint = string | undefined;

export function byChannel<Value>(channels: Channels, value: (account: ChannelAccount) => Value): Record<string, Value> {
  return Object.fromEntries([...channels].map(([name, account]) => [name.toLowerCase(), value(account)]));
}

/** The channel that the body names in lower case, or all channels. */
function chosen(channels: Channels, { channel }: Body): [string, ChannelAccount][] | undefined {
  const all = [...channels].map(([name, account]): [string, ChannelAccount] => [name.toLowerCase(), account]);
  const found = channel === undefined ? all : all.filter(([name]) => name === channel);
  return found.length === 0 ? undefined : found;
}

export function setChannelScenario(channels: Channels, body: Body): Complaint {
  const { channel: _channel, ...change } = body;
  if (!isChannelChange(change)) return `unknown setting or value out of range: ${channelFaultsOf(change).join(', ')}`;
  const accounts = chosen(channels, body);
  for (const [, account] of accounts ?? []) account.scenario = { ...account.scenario, ...change };
  return accounts === undefined ? `unknown channel ${String(body['channel'])}` : undefined;
}

/**
 * `{"url": "http://host/channels/v1/simulator-{channel}"}`: target of statuses and webhooks; with `"reserve": true`, of
 * those of the second provider.
 */
export function setHooks({ channels, reserves }: Record<'channels' | 'reserves', Channels>, body: Body): Complaint {
  const { url, reserve = false } = body;
  if (typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url)) return 'url must be an http or https URL';
  const accounts = chosen(reserve === true ? reserves : channels, body);
  for (const [name, account] of accounts ?? []) account.hooks.hooksUrl = url.replaceAll('{channel}', name);
  return accounts === undefined ? `unknown channel ${String(body['channel'])}` : undefined;
}

/** `{"from": "79…", "to": "sender name", "text": "…"}`: a subscriber writes over WhatsApp. */
export function writeAsSubscriber(channels: Channels, { from, to, text }: Body): Complaint {
  if (typeof from !== 'string' || !/^\d{5,15}$/.test(from)) return 'from must be 5 to 15 digits';
  if (typeof to !== 'string' || to === '' || to.length > 64) return 'to must be 1 to 64 characters';
  if (typeof text !== 'string' || text === '') return 'text is missing';
  channels.get('WHATSAPP')?.write(from, to, text);
  return undefined;
}
