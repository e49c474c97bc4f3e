import type { MessageDraft } from '@volley/sdk/generated/messaging.ts';
import { changeOptions, KEY_OPTION, printingTaken } from '../change-options.ts';
import type { Command, Context } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { readJson } from '../read-json.ts';
import { readSeconds } from '../read-seconds.ts';
import { untilFinal } from '../until-final.ts';
import { WrongUse } from '../wrong-use.ts';

export const send: Command = {
  about: 'sends messages, by options or as JSON on standard input',
  options: {
    from: { type: 'string', value: 'NAME', about: 'sender name' },
    to: { type: 'string', value: 'NUMBER', about: 'phone number', multiple: true },
    text: { type: 'string', value: 'TEXT', about: 'text of the message' },
    channel: { type: 'string', value: 'CHANNEL', about: 'default SMS' },
    'external-id': { type: 'string', value: 'ID', about: 'your id for the message' },
    wait: {
      type: 'boolean',
      about: 'waits for the final status and prints the messages; exit code 1 unless all are delivered',
    },
    timeout: { type: 'string', value: 'SECONDS', about: 'longest wait of --wait; default 600' },
    'dry-run': { type: 'boolean', about: 'prints the request and sends nothing' },
    ...KEY_OPTION,
  },
  examples: [
    "volley send --from CornerShop --to 79161230001 --text 'Your order is ready.' --wait",
    'volley send < messages.json    one message or a list, as in POST /v1/message',
  ],
  run: async (context) => {
    const { given, terminal, signal } = context;
    const timeoutMs = readSeconds('timeout', given.text('timeout'), 600) * 1_000;
    const body = await messagesOf(context);
    if (given.flag('dry-run')) {
      terminal.out(JSON.stringify(body));
      return EXIT.ok;
    }
    const client = context.client();
    const print = (items: readonly unknown[]) => {
      for (const item of items) terminal.out(JSON.stringify(item));
    };
    const sent = client.messages.send(body, changeOptions(context));
    const { errors, items } = await printingTaken(sent, (taken) => print(taken.items));
    const uuids = items.flatMap(({ messageUuid }) => messageUuid ?? []);
    if (!given.flag('wait')) {
      print(items);
      return errors ? EXIT.error : EXIT.ok;
    }
    print(items.filter(({ messageUuid }) => messageUuid === null));
    const areDelivered = await untilFinal(client, uuids, { timeoutMs, terminal, signal });
    return errors || !areDelivered ? EXIT.error : EXIT.ok;
  },
};

async function messagesOf({ given, input }: Context): Promise<readonly MessageDraft[] | MessageDraft> {
  const [from, text, to] = [given.text('from'), given.text('text'), given.texts('to')];
  // The service validates the messages.
  if (from === undefined && text === undefined && to.length === 0) return readJson(await input()) as MessageDraft[];
  if (from === undefined || text === undefined || to.length === 0)
    throw new WrongUse('--from, --to and --text must be given together, or messages as JSON on standard input.');
  const externalMessageId = given.text('external-id');
  const messages = to.map((destination) => ({
    channelType: given.text('channel') ?? 'SMS',
    senderName: from,
    destination,
    content: text,
    ...(externalMessageId !== undefined && { externalMessageId }),
  }));
  return messages as MessageDraft[];
}
