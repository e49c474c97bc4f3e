import type { VerifierSendBody } from '@volley/sdk/generated/messaging.ts';
import type { Command, CommandGroup } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { WrongUse } from '../wrong-use.ts';

const send: Command = {
  about: 'generates a code and sends it',
  options: {
    profile: { type: 'string', value: 'ID', about: '`gatewayId` of the verification profile' },
    to: { type: 'string', value: 'NUMBER', about: 'phone number' },
    channel: { type: 'string', value: 'CHANNEL', about: 'default AUTO: the profile chooses' },
  },
  examples: ['volley verify send --profile Kx3pQ9 --to 79161230001'],
  run: async ({ client, given, terminal, signal }) => {
    const [gatewayId, destination] = [given.text('profile'), given.text('to')];
    if (gatewayId === undefined || destination === undefined) throw new WrongUse('--profile and --to must be given.');
    // The service validates the channel.
    const channelType = (given.text('channel') ?? 'AUTO') as VerifierSendBody['channelType'];
    terminal.out(JSON.stringify(await client().verifier.send({ channelType, destination, gatewayId }, { signal })));
    return EXIT.ok;
  },
};

const check: Command = {
  about: 'checks the code that a person entered; exit code 1 unless it is CONFIRMED',
  takes: 'UUID CODE',
  examples: ['volley verify check 9b2f6c1e-0d35-4a7e-8c5d-1f2e3a4b5c6d 4711'],
  run: async ({ client, args: [uuid, code], terminal, signal }) => {
    if (uuid === undefined || code === undefined) throw new WrongUse('Pass the `uuid` of `verify send` and the code.');
    const answer = await client().verifier.check({ uuid, code }, { signal });
    terminal.out(JSON.stringify(answer));
    return answer.status === 'CONFIRMED' ? EXIT.ok : EXIT.error;
  },
};

const show: Command = {
  about: 'shows a verification with its messages',
  takes: 'UUID',
  run: async ({ client, args, terminal, signal }) => {
    terminal.out(JSON.stringify(await client().verifier.get(oneUuid(args), { signal })));
    return EXIT.ok;
  },
};

const cancel: Command = {
  about: 'cancels a verification',
  takes: 'UUID',
  run: async ({ client, args, terminal, signal }) => {
    terminal.out(JSON.stringify(await client().verifier.cancel(oneUuid(args), { signal })));
    return EXIT.ok;
  },
};

function oneUuid([uuid]: readonly string[]): string {
  if (uuid === undefined) throw new WrongUse('Pass one `uuid` from the answer to `verify send`.');
  return uuid;
}

export const verify: CommandGroup = {
  about: 'sends and checks codes; needs a key of type VERIFIER',
  commands: { send, check, show, cancel },
};
