import type { DispatchesCreateBody, Recipient } from '@volley/sdk/generated/messaging.ts';
import { changeOptions, KEY_OPTION, printingTaken } from '../change-options.ts';
import type { Command, CommandGroup, Context } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { readId } from '../read-id.ts';
import { readJson } from '../read-json.ts';
import { WrongUse } from '../wrong-use.ts';

const RATE = /^(\d{1,9})\/([smhd])$/;

const create: Command = {
  about: 'creates a dispatch; add recipients next, then start it',
  options: {
    name: { type: 'string', value: 'NAME', about: 'name of the dispatch' },
    from: { type: 'string', value: 'NAME', about: 'sender name' },
    text: { type: 'string', value: 'TEXT', about: 'text; placeholders are written {name}' },
    channel: { type: 'string', value: 'CHANNEL', about: 'default SMS' },
    rate: { type: 'string', value: 'N/UNIT', about: 'messages per s, m, h or d, such as 10/s' },
  },
  notes: ['Without options: the JSON of POST /v1/dispatch on standard input.'],
  examples: [
    "volley dispatch create --name Autumn --from CornerShop --text '{name}, your order is ready.' --rate 10/s",
  ],
  run: async (context) => {
    const body = await dispatchOf(context);
    context.terminal.out(JSON.stringify(await context.client().dispatches.create(body, { signal: context.signal })));
    return EXIT.ok;
  },
};

async function dispatchOf({ given, input }: Context): Promise<DispatchesCreateBody> {
  const [name, from, text, rate] = ['name', 'from', 'text', 'rate'].map((option) => given.text(option));
  // The service validates the body.
  if (name === undefined && from === undefined && text === undefined)
    return readJson(await input()) as DispatchesCreateBody;
  if (name === undefined || from === undefined || text === undefined)
    throw new WrongUse('--name, --from and --text must be given together, or the dispatch as JSON on standard input.');
  const [, count, rateTerm] = RATE.exec(rate ?? '') ?? [];
  if (rate !== undefined && count === undefined) throw new WrongUse('--rate must have the form 10/s.');
  const body = {
    dispatchName: name,
    channelType: given.text('channel') ?? 'SMS',
    senderName: from,
    content: text,
    ...(count !== undefined && { rate: Number(count), rateTerm }),
  };
  return body as DispatchesCreateBody;
}

const add: Command = {
  about: 'adds recipients to a dispatch that is not started',
  takes: 'ID',
  options: { to: { type: 'string', value: 'NUMBER', about: 'phone number', multiple: true }, ...KEY_OPTION },
  notes: ['Without --to: recipients as a JSON list on standard input, as in POST /v1/dispatch/{id}/messages.'],
  examples: ['volley dispatch add 501 --to 79161230001 --to 79161230002', 'volley dispatch add 501 < recipients.json'],
  run: async (context) => {
    const { args, given, input, client, terminal } = context;
    const id = readId(args);
    const to = given.texts('to');
    const listed = to.map((destination) => ({ destination }));
    // The service validates the body.
    const recipients = listed.length > 0 ? listed : (readJson(await input()) as readonly Recipient[]);
    const print = (taken: readonly unknown[]) => {
      for (const one of taken) terminal.out(JSON.stringify(one));
    };
    const adding = client().dispatches.addRecipients(id, recipients, changeOptions(context));
    const added = await printingTaken(adding, print);
    print(added);
    return added.some(({ errorCode }) => errorCode !== undefined) ? EXIT.error : EXIT.ok;
  },
};

const start: Command = {
  about: 'reserves the cost of a dispatch and starts it',
  takes: 'ID',
  run: async ({ args, client, terminal, signal }) => {
    terminal.out(JSON.stringify(await client().dispatches.start(readId(args), { signal })));
    return EXIT.ok;
  },
};

const stop: Command = {
  about: 'stops a started dispatch permanently',
  takes: 'ID',
  run: async ({ args, client, signal }) => {
    await client().dispatches.stop(readId(args), { signal });
    return EXIT.ok;
  },
};

const show: Command = {
  about: 'shows a dispatch with its progress',
  takes: 'ID',
  run: async ({ args, client, terminal, signal }) => {
    terminal.out(JSON.stringify(await client().dispatches.get(readId(args), { signal })));
    return EXIT.ok;
  },
};

const list: Command = {
  about: 'lists the dispatches of the account, newest first',
  run: async ({ client, terminal, signal }) => {
    for await (const one of client().dispatches.each({ per_page: 100 }, { signal })) terminal.out(JSON.stringify(one));
    return EXIT.ok;
  },
};

export const dispatch: CommandGroup = {
  about: 'creates, starts, stops and shows dispatches',
  commands: { create, add, start, stop, show, list },
};
