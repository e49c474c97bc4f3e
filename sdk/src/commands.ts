// Commands that make one request and end. Each writes one JSON value per line.
import { text as readText } from 'node:stream/consumers';
import { DICTIONARY } from '@volley/contract/dictionary/find-entry.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import { getBalance } from '@volley/contract/messaging/balance.ts';
import { getMessage, sendMessages, stopMessages } from '@volley/contract/messaging/messages.ts';
import type { Client } from './client.ts';
import { EXIT } from './exit-codes.ts';
import { followEvents } from './follow-events.ts';
import { WrongUse } from './wrong-use.ts';

export const COMMANDS = ['send', 'status', 'stop', 'balance', 'events', 'explain'] as const;
type Command = (typeof COMMANDS)[number];

export type CommandInput = {
  /** Requires a key, so only commands that need one call it. */
  readonly client: () => Client;
  readonly arguments: readonly string[];
  readonly options: {
    readonly channel?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: readonly string[] | undefined;
    readonly text?: string | undefined;
    readonly 'external-id'?: string | undefined;
    readonly 'dry-run'?: boolean | undefined;
    readonly after?: string | undefined;
    readonly events?: string | undefined;
    readonly follow?: boolean | undefined;
  };
  readonly out: (line: string) => void;
  readonly signal: AbortSignal;
};

export function isCommand(name: string): name is Command {
  return COMMANDS.some((command) => command === name);
}

export function runCommand(command: Command, input: CommandInput): Promise<number> {
  return RUN[command](input);
}

const RUN: Readonly<Record<Command, (input: CommandInput) => Promise<number>>> = {
  send: async ({ client, options, out, signal }) => {
    const body = (await messagesOf(options)) as BodyOf<typeof sendMessages>; // validated by the service
    if (options['dry-run'] === true) {
      out(JSON.stringify(body));
      return EXIT.ok;
    }
    const { errors, items } = await client().call(sendMessages, { body, signal });
    for (const item of items) out(JSON.stringify(item));
    return errors ? EXIT.error : EXIT.ok;
  },
  status: async ({ client, arguments: uuids, out, signal }) => {
    needs(uuids);
    const asked = client();
    for (const messageUuid of uuids) {
      out(JSON.stringify(await asked.call(getMessage, { params: { messageUuid }, signal })));
    }
    return EXIT.ok;
  },
  stop: async ({ client, arguments: uuids, out, signal }) => {
    needs(uuids);
    const { errors, items } = await client().call(stopMessages, { body: { uuids: [...uuids] }, signal });
    for (const item of items) out(JSON.stringify(item));
    return errors ? EXIT.error : EXIT.ok;
  },
  balance: async ({ client, out, signal }) => {
    out(JSON.stringify(await client().call(getBalance, { signal })));
    return EXIT.ok;
  },
  events: async ({ client, options, out, signal }) => {
    const { after = '0', follow: wait = false } = options;
    if (!/^\d{1,10}$/.test(after)) throw new WrongUse('--after must be the number of an event.');
    const wanted = (options.events ?? '').split(',').filter((event) => event !== '');
    for await (const events of followEvents(client(), { after: Number(after), wait, signal }))
      for (const event of events)
        if (wanted.length === 0 || wanted.includes(event.callback_event)) out(JSON.stringify(event));
    return EXIT.ok;
  },
  explain: async ({ arguments: [code = ''], out }) => {
    const found = Object.values(DICTIONARY).flatMap((entries) =>
      entries.filter((entry) => String(entry.code) === code),
    );
    for (const { code: number, charged, en } of found) out(JSON.stringify({ code: number, ...en, charged }));
    return found.length > 0 ? EXIT.ok : EXIT.notFound;
  },
};

function needs(uuids: readonly string[]): void {
  if (uuids.length === 0) throw new WrongUse('No message given: pass the `messageUuid` from the answer to `send`.');
}

async function messagesOf({ channel = 'SMS', from, to, text, ...options }: CommandInput['options']): Promise<unknown> {
  if (from === undefined && to === undefined && text === undefined) return readMessages(await readText(process.stdin));
  if (from === undefined || to === undefined || text === undefined)
    throw new WrongUse('--from, --to and --text must be given together, or messages as JSON on standard input.');
  const { 'external-id': externalMessageId } = options;
  return to.map((destination) => ({
    channelType: channel,
    senderName: from,
    destination,
    content: text,
    ...(externalMessageId !== undefined && { externalMessageId }),
  }));
}

function readMessages(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new WrongUse('Standard input is not valid JSON.');
  }
}
