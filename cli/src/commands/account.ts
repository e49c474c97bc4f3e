// Commands about messages, money and events of the account.
import { followEvents } from '@volley/sdk/follow-events.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { WrongUse } from '../wrong-use.ts';

const UUID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';

function needs(uuids: readonly string[]): void {
  if (uuids.length === 0) throw new WrongUse('No message given: pass the `messageUuid` from the answer to `send`.');
}

export const status: Command = {
  about: 'shows messages by id',
  takes: 'UUID…',
  examples: [`volley status ${UUID}`],
  run: async ({ client, args: uuids, terminal, signal }) => {
    needs(uuids);
    const asked = client();
    for (const uuid of uuids) terminal.out(JSON.stringify(await asked.messages.get(uuid, { signal })));
    return EXIT.ok;
  },
};

export const stop: Command = {
  about: 'stops messages that are not handed over yet',
  takes: 'UUID…',
  examples: [`volley stop ${UUID}`],
  run: async ({ client, args: uuids, terminal, signal }) => {
    needs(uuids);
    const { errors, items } = await client().messages.stop({ uuids }, { signal });
    for (const item of items) terminal.out(JSON.stringify(item));
    return errors ? EXIT.error : EXIT.ok;
  },
};

export const balance: Command = {
  about: 'shows the available money',
  run: async ({ client, terminal, signal }) => {
    terminal.out(JSON.stringify(await client().balance.get({ signal })));
    return EXIT.ok;
  },
};

export const events: Command = {
  about: 'shows the feed of events, one event per line',
  options: {
    after: { type: 'string', value: 'NUMBER', about: 'events with a greater number; default 0, from the beginning' },
    events: {
      type: 'string',
      value: 'LIST',
      about: 'only these events, comma-separated: sent, delivered, read, price, click',
    },
    follow: { type: 'boolean', about: 'waits for more events instead of ending' },
  },
  examples: ['volley events --after 1500 --follow', "volley events --events delivered | jq '.status'"],
  run: async ({ client, given, terminal, signal }) => {
    const after = given.text('after') ?? '0';
    if (!/^\d{1,10}$/.test(after)) throw new WrongUse('--after must be the number of an event.');
    const wanted = (given.text('events') ?? '').split(',').filter((event) => event !== '');
    const feed = followEvents(client(), { after: Number(after), wait: given.flag('follow'), signal });
    for await (const page of feed)
      for (const event of page)
        if (wanted.length === 0 || wanted.includes(event.callback_event)) terminal.out(JSON.stringify(event));
    return EXIT.ok;
  },
};
