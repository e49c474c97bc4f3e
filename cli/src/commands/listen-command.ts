import { readSecret } from '@volley/sdk/callbacks/verify-callback.ts';
import type { Command, Context } from '../command.ts';
import { isOwnNetwork, readTarget } from '../forward-target.ts';
import { type ListenOptions, listen } from '../listen.ts';
import { WrongUse } from '../wrong-use.ts';

export const listenCommand: Command = {
  about: 'forwards new events of the account to your machine, like callbacks',
  options: {
    'forward-to': { type: 'string', value: 'URL', about: 'target of each array of events' },
    events: {
      type: 'string',
      value: 'LIST',
      about: 'only these events, comma-separated: sent, delivered, read, price, click, inbound_sent',
    },
    secret: {
      type: 'string',
      value: 'SECRET',
      about: 'signs like callbacks (whsec_…); default VOLLEY_CALLBACK_SECRET',
    },
    anywhere: { type: 'boolean', about: 'allows a target outside your machine and network' },
    json: { type: 'boolean', about: 'prints one JSON object per request' },
  },
  examples: [
    'volley listen --forward-to localhost:9000/hook',
    'volley listen --forward-to localhost:9000/hook --json | jq .status',
  ],
  run: async (context) => listen(await optionsOf(context), context.terminal),
};

async function optionsOf({ client: open, given, signal }: Context): Promise<ListenOptions> {
  const client = open(0);
  const target = given.text('forward-to');
  const url = readTarget(target ?? '');
  if (target === undefined || url === undefined)
    throw new WrongUse('--forward-to must be an address such as localhost:9000/hook.');
  if (!given.flag('anywhere') && !(await isOwnNetwork(url)))
    throw new WrongUse(
      `${url.host} is not on this machine or a private network. To forward events there, use --anywhere.`,
    );
  return {
    client,
    receiver: { url, secret: secretOf(given.text('secret') ?? process.env['VOLLEY_CALLBACK_SECRET']) },
    json: given.flag('json'),
    events: (given.text('events') ?? '').split(',').filter((event) => event !== ''),
    signal,
  };
}

function secretOf(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return readSecret(text);
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}
