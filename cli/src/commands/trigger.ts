// Makes an event of the account happen: sends a message to the sandbox number that forces it, and waits for the event.
// The service itself calls the callback URL, with the headers and the signature of every callback.
import type { Client } from '@volley/sdk/client.ts';
import { followEvents } from '@volley/sdk/follow-events.ts';
import type { Event, MessageDraft } from '@volley/sdk/generated/messaging.ts';
import type { Command, Context, Given } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { FROM_NOW_ON } from '../feed-start.ts';
import { readSeconds } from '../read-seconds.ts';
import { WrongUse } from '../wrong-use.ts';

type Channel = 'SMS' | 'VK' | 'WHATSAPP';

type Trigger = {
  /** Its last two digits force the outcome. */
  readonly number: string;
  readonly channel: Channel;
  readonly event: Event['callback_event'];
};

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  sent: { number: '70001000000', channel: 'SMS', event: 'sent' },
  delivered: { number: '70001000000', channel: 'SMS', event: 'delivered' },
  undelivered: { number: '70001000010', channel: 'VK', event: 'delivered' },
  unsent: { number: '70001000003', channel: 'SMS', event: 'delivered' },
  read: { number: '70001000004', channel: 'VK', event: 'read' },
  price: { number: '70001000000', channel: 'SMS', event: 'price' },
  click: { number: '70001000006', channel: 'SMS', event: 'click' },
  inbound: { number: '70001000007', channel: 'WHATSAPP', event: 'inbound_sent' },
};

/** Names that need no registration: the shared test name, and any name over VK. */
const NAMES: Readonly<Record<Channel, string | undefined>> = { SMS: 'sms_promo', VK: 'volley', WHATSAPP: undefined };

export const trigger: Command = {
  about: 'makes an event happen in a sandbox and waits for it, to try your receiver of callbacks',
  takes: 'EVENT',
  options: {
    'callback-url': { type: 'string', value: 'URL', about: 'your receiver; without it the event is in the feed only' },
    from: { type: 'string', value: 'NAME', about: 'sender name; needed for inbound, else sms_promo or any name' },
    channel: {
      type: 'string',
      value: 'CHANNEL',
      about: 'default SMS; VK for read and undelivered, WHATSAPP for inbound',
    },
    timeout: { type: 'string', value: 'SECONDS', about: 'longest wait for the event; default 60' },
    'dry-run': { type: 'boolean', about: 'prints the request and sends nothing' },
  },
  notes: [
    `Events: ${Object.keys(TRIGGERS).join(', ')}.`,
    'The message goes to a sandbox number, so this works in the sandbox and the demo only.',
    "An answer of a subscriber (inbound) goes to the URL of the account's inbound rule.",
  ],
  examples: [
    'volley trigger delivered --callback-url http://127.0.0.1:9900/',
    'volley trigger inbound --from CornerShop',
  ],
  run: async (context) => {
    const { args, given, terminal } = context;
    const wanted = findTrigger(args[0]);
    const timeoutMs = readSeconds('timeout', given.text('timeout'), 60) * 1_000;
    const message = messageOf(wanted, given);
    if (!given.flag('dry-run')) return sendAndWait(context, { wanted, message, timeoutMs });
    terminal.out(JSON.stringify(message));
    return EXIT.ok;
  },
};

type Order = { readonly wanted: Trigger; readonly message: MessageDraft; readonly timeoutMs: number };

async function sendAndWait(
  { client: connect, terminal, signal }: Context,
  { wanted, message, timeoutMs }: Order,
): Promise<number> {
  const client = connect();
  const { lastNumber } = await client.events.list({ after: FROM_NOW_ON, limit: 1 }, { signal });
  const [item] = (await client.messages.send(message, { signal })).items;
  const uuid = item?.messageUuid ?? null;
  if (uuid === null) {
    terminal.out(JSON.stringify(item));
    return EXIT.error;
  }
  const limit = AbortSignal.timeout(timeoutMs);
  const event = await findEvent(client, lastNumber, { wanted, uuid, signal: AbortSignal.any([signal, limit]) });
  // Ctrl+C ends the wait before its limit.
  if (event === undefined) signal.throwIfAborted();
  if (event !== undefined) terminal.out(JSON.stringify(event));
  else terminal.say(`No ${wanted.event} event of message ${uuid} within ${timeoutMs / 1_000} s.`);
  return event === undefined ? EXIT.error : EXIT.ok;
}

function findTrigger(name: string | undefined): Trigger {
  const found = name !== undefined && Object.hasOwn(TRIGGERS, name) ? TRIGGERS[name] : undefined;
  if (found === undefined) throw new WrongUse(`Name an event: ${Object.keys(TRIGGERS).join(', ')}.`);
  return found;
}

function messageOf({ number, channel, event }: Trigger, given: Given): MessageDraft {
  const channelType = given.text('channel') ?? channel;
  const callbackUrl = given.text('callback-url');
  const own = Object.entries(NAMES).find(([name]) => name === channelType)?.[1];
  const senderName = given.text('from') ?? own;
  if (senderName === undefined) throw new WrongUse(`--from must be a sender name of the account on ${channelType}.`);
  if (event === 'inbound_sent' && callbackUrl !== undefined)
    throw new WrongUse("--callback-url has no effect on inbound: it goes to the URL of the account's inbound rule.");
  const message = {
    channelType,
    senderName,
    destination: number,
    content: event === 'click' ? 'Test of a click: https://example.com/' : 'Test of an event',
    ...(event === 'click' && { shortUrl: true }),
    ...(callbackUrl !== undefined && { callbackUrl, callbackEvents: [event] }),
  };
  return message as MessageDraft; // the service validates the channel and the URL
}

type Search = { readonly wanted: Trigger; readonly uuid: string; readonly signal: AbortSignal };

/** Undefined: the signal ended the wait. */
async function findEvent(client: Client, after: number, { wanted, uuid, signal }: Search): Promise<Event | undefined> {
  const isIt = (event: Event) =>
    event.callback_event === 'inbound_sent'
      ? wanted.event === 'inbound_sent' && event.item['destination'] === wanted.number
      : event.callback_event === wanted.event && event.message_uuid === uuid;
  try {
    for await (const page of followEvents(client, { after, signal })) {
      const found = page.find(isIt);
      if (found !== undefined) return found;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return undefined;
}
