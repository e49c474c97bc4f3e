// Bots whose webhooks this service has set, of Telegram and MAX: people link their numbers, stop the bot and start it
// again, and messages follow. connectors/hook-contract.test.ts proves which calls are refused.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { type BotSender, givenBotSender } from '../../given/people/bot-sender.ts';
import { givenSeller, type Seller } from '../../given/people/seller.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { MAX, TELEGRAM } from '../../given/providers/bot-peers.ts';
import type { BotPerson, MaxBotPerson } from '../../given/providers/bot-providers.ts';
import type { Operators } from '../../given/providers/operators.ts';
import { until } from '../../given/until.ts';

const PERSON = 500;
const PEERS = [TELEGRAM, MAX] as const;
/** Acts that both providers report. */
type Act = { readonly person: number; readonly act: 'starts' | 'stops' | 'shares' } & Pick<
  BotPerson,
  'number' | 'owner' | 'payload'
>;

const settings = { moderation: 'auto', publicUrl: 'https://volley.example', submitTimeoutMs: 5_000 } as const;
const cell = useCell({ settings });

let seller: Seller;
const senders = new Map<string, BotSender>();
const senderOf = ({ protocol }: (typeof PEERS)[number]): BotSender => {
  const found = senders.get(protocol);
  if (found === undefined) throw new Error(`no sender of ${protocol}`);
  return found;
};

beforeAll(async () => {
  seller = await givenSeller(cell(), { brands: [], balance: 1_000_000 });
  const staff = await givenStaff(cell(), 'admin');
  for (const peer of PEERS) {
    const { channelType, protocol, url } = peer;
    await cell().channel(channelType, { protocol, url: url(cell().operators), windowSize: 20 });
    const sender = await givenBotSender(cell(), peer, { seller, staff });
    expect(await sender.putAccount()).toMatchObject({ account: { state: 'ready' }, test: { state: 'accepted' } });
    senders.set(protocol, sender);
  }
});

const asked = (peer: (typeof PEERS)[number], { bots, maxBots }: Operators, act: Act): Promise<void> => {
  const { token = '' } = peer.values;
  return peer === MAX ? maxBots.person({ token, ...act }) : bots.person({ bot: Number(token.split(':')[0]), ...act });
};

/** Resolves when the webhook has answered every update. */
const untilHeard = (peer: (typeof PEERS)[number], title: string) =>
  until(`the webhook has heard: ${title}`, async () => {
    const { updatesSent, updatesAcked } = await peer.counters(cell().operators);
    return updatesSent > 0 && updatesSent === updatesAcked;
  });

describe.each(PEERS.map((peer) => [peer.protocol, peer] as const))('%s', (_protocol, peer) => {
  let bot: BotSender;
  beforeAll(() => {
    bot = senderOf(peer);
  });
  const person = async (act: Act) => {
    await asked(peer, cell().operators, act);
    await untilHeard(peer, `person ${act.person} ${act.act}`);
  };
  const outcomeOf = async (id: number) => bot.untilFinal(await bot.send(id));

  covers('messaging.subscriber.bot.shared', 'messaging.subscriber.bot.stopped', 'messaging.subscriber.bot.started');
  test('a person shares a number, stops the bot and starts it again, and messages follow', async () => {
    const destination = bot.numberOf(PERSON);
    expect(await outcomeOf(PERSON)).toMatchObject({ status: 'FAILED', errorCode: ERROR.botNotStarted });
    await person({ person: PERSON, act: 'starts' });
    expect(await bot.subscriber(PERSON)).toBeUndefined();

    await person({ person: PERSON, act: 'shares', number: `+${destination}` });
    expect(await bot.subscriber(PERSON)).toMatchObject({ destination, status: 'ACTIVE', source: 'BOT' });
    expect(await outcomeOf(PERSON)).toMatchObject({ status: 'DELIVERED', errorCode: null });

    await person({ person: PERSON, act: 'stops' });
    expect(await bot.subscriber(PERSON)).toMatchObject({ destination, status: 'STOPPED' });
    expect(await outcomeOf(PERSON)).toMatchObject({ status: 'FAILED', errorCode: ERROR.botNotStarted });

    await person({ person: PERSON, act: 'starts' });
    expect(await bot.subscriber(PERSON)).toMatchObject({ destination, status: 'ACTIVE' });
    expect(await outcomeOf(PERSON)).toMatchObject({ status: 'DELIVERED', errorCode: null });
  });

  test('the contact of another person links no number', async () => {
    await person({ person: 600, act: 'shares', number: bot.numberOf(601), owner: 601 });
    expect([await bot.subscriber(600), await bot.subscriber(601)]).toEqual([undefined, undefined]);
  });

  test('a person who starts the bot by an invite gets the messages to its number', async () => {
    const { channelType, senderName } = peer;
    const destination = bot.numberOf(900);
    const { body } = await seller.ask(
      'POST',
      '/subscribers/invites',
      { channelType, senderName, destination },
      'SYSTEM',
    );
    const { url } = body as { url: string }; // checked against the contract by the client
    const payload = new URL(url).searchParams.get('start') ?? '';
    await person({ person: 900, act: 'starts', payload });
    expect(await bot.subscriber(900)).toMatchObject({ destination, status: 'ACTIVE', source: 'BOT' });
    expect(await outcomeOf(900)).toMatchObject({ status: 'DELIVERED', errorCode: null });
    await person({ person: 901, act: 'starts', payload });
    expect(await bot.subscriber(901)).toBeUndefined();
  });
});

describe('MAX', () => {
  const person = async (act: Omit<MaxBotPerson, 'token'>) => {
    await cell().operators.maxBots.person({ token: MAX.values['token'] ?? '', ...act });
    await untilHeard(MAX, `person ${act.person} ${act.act}`);
  };

  test('a person who removes the dialogue is not written to any more', async () => {
    const bot = senderOf(MAX);
    const destination = bot.numberOf(800);
    await person({ person: 800, act: 'shares', number: destination });
    expect(await bot.subscriber(800)).toMatchObject({ status: 'ACTIVE' });
    await person({ person: 800, act: 'removes' });
    expect(await bot.subscriber(800)).toMatchObject({ destination, status: 'STOPPED' });
  });

  test('a card that MAX has not signed links no number', async () => {
    const bot = senderOf(MAX);
    await person({ person: 610, act: 'shares', number: bot.numberOf(610), forged: true });
    expect(await bot.subscriber(610)).toBeUndefined();
  });
});
