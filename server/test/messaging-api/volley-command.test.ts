// The command line as a developer runs it, against a real service.
import { beforeAll, expect, test } from 'vitest';
import { useSharedCell } from '../given/cell.ts';
import { givenSeller, type Seller } from '../given/people/seller.ts';
import { runVolley } from '../given/volley-command.ts';

const UUID = '00000000-0000-4000-8000-000000000000';

const cell = useSharedCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const volley = (args: readonly string[], { key = seller.keys.MESSAGES, input = '' } = {}) =>
  runVolley(args, { env: { VOLLEY_KEY: key, VOLLEY_API: cell().url }, input });

test('sends, shows and stops messages', async () => {
  const sent = await volley(['send', '--from', 'Shop', '--to', '79161230001', '--to', '12', '--text', 'Hi']);
  expect([sent.code, sent.lines]).toMatchObject([1, [{ code: 201 }, { code: 400, errorCode: 7401 }]]);
  const uuid = String(sent.lines[0]?.['messageUuid']);
  await seller.untilStatus(uuid, 'delivered');
  expect(await volley(['status', uuid])).toMatchObject({ code: 0, lines: [{ messageUuid: uuid, content: 'Hi' }] });
  expect(await volley(['stop', uuid])).toMatchObject({ code: 1, lines: [{ messageUuid: uuid, code: 403 }] });

  const message = { channelType: 'SMS', senderName: 'Shop', destination: '79161230002', content: 'From a file' };
  const shown = await volley(['send', '--dry-run'], { input: JSON.stringify(message) });
  expect(shown.lines).toEqual([message]);
  const piped = await volley(['send'], { input: JSON.stringify(message) });
  expect([piped.code, piped.lines]).toMatchObject([0, [{ code: 201 }]]);
  expect(await seller.list('destination=79161230002')).toMatchObject({ total: 1 });
});

test('waits for the final status of its messages', async () => {
  const delivered = await volley(['send', '--from', 'Shop', '--to', '79161230003', '--text', 'Hi', '--wait']);
  expect(delivered).toMatchObject({ code: 0, lines: [{ destination: '79161230003', status: 'delivered' }] });
  const args = ['send', '--from', 'Shop', '--to', '79161230004', '--to', '12', '--text', 'Hi', '--wait'];
  const partly = await volley(args);
  expect(partly).toMatchObject({ code: 1, lines: [{ code: 400, errorCode: 7401 }, { status: 'delivered' }] });
});

test('waits for hundreds of messages', async () => {
  const messages = Array.from({ length: 400 }, (_, at) => ({
    channelType: 'SMS',
    senderName: 'Shop',
    destination: String(79_161_000_000 + at),
    content: 'Hi',
  }));
  const { code, lines, said } = await volley(['send', '--wait'], { input: JSON.stringify(messages) });
  expect([code, said, lines.filter(({ status }) => status === 'delivered').length]).toEqual([0, '', 400]);
});

test('creates, fills, starts and shows a dispatch', async () => {
  const name = ['--name', 'Autumn', '--from', 'Shop', '--text', 'Hi', '--rate', '10/s'];
  const created = await volley(['dispatch', 'create', ...name]);
  const id = String(created.lines[0]?.['dispatchId']);
  expect([created.code, id]).toEqual([0, expect.stringMatching(/^\d+$/)]);
  const added = await volley(['dispatch', 'add', id, '--to', '79161230005', '--to', '12']);
  expect([added.code, added.lines]).toMatchObject([1, [{ messageUuid: expect.any(String) }, { errorCode: 7401 }]]);
  expect((await volley(['dispatch', 'start', id])).code).toBe(0);
  expect(await volley(['dispatch', 'show', id])).toMatchObject({ code: 0, lines: [{ rate: 10, rateTerm: 's' }] });
  expect((await volley(['dispatch', 'list'])).lines.map((one) => one['dispatchId'])).toContain(Number(id));
  expect((await volley(['dispatch', 'add', 'x'])).code).toBe(2);
});

test('lists templates, and reports the faults of a refused template', async () => {
  expect((await volley(['template', 'list'], { key: seller.keys.SYSTEM })).code).toBe(0);
  const refused = await volley(['template', 'create'], { key: seller.keys.SYSTEM, input: '{"channelType":"FAX"}' });
  expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/^4000 .*\n {2}channelType: .*See http/s)]);
});

test('describes wrong usage and failed connections in a few lines, with the next step', async () => {
  const misspelled = await volley(['sned']);
  expect(misspelled.said).toBe('Unknown command `sned`. Did you mean `send`?\nHelp: volley --help\n');
  expect((await volley(['send', '--form', 'Shop'])).said).toContain('Did you mean `--from`?\nHelp: volley send --help');
  expect((await volley(['dispatch', 'craete'])).said).toContain('Did you mean `create`?');
  const away = await volley(['verify', 'show', UUID, '--api', 'http://127.0.0.1:2']);
  expect([away.code, away.said]).toEqual([
    1,
    expect.stringMatching(/^No connection to http:\/\/127\.0\.0\.1:2: .*\nCheck the address of the service.*\n$/),
  ]);
  const malformed = await volley(['status', 'u']);
  expect([malformed.code, malformed.said]).toEqual([
    2,
    expect.stringMatching(/^messages\.get: messageUuid must be a UUID\n.*\nCorrect the arguments.*\n$/),
  ]);
  expect((await volley(['explain', '9'])).said).toContain('Code 9 has no explanation.');
});

test('prints the balance and the events of the account', async () => {
  const balance = await volley(['balance']);
  expect(balance).toMatchObject({ code: 0, lines: [{ RUB: await seller.balance() }] });
  const uuid = await seller.sendOne();
  await seller.untilStatus(uuid, 'delivered');
  await expect
    .poll(async () => (await volley(['events', '--events', 'delivered'])).lines.map((event) => event['message_uuid']), {
      timeout: 30_000,
    })
    .toContain(uuid);
  const all = (await volley(['events'])).lines.map((event) => Number(event['event_number']));
  expect(all).toEqual(all.map((_, at) => at + 1));
  const rest = (await volley(['events', '--after', '1'])).lines.map((event) => Number(event['event_number']));
  expect(rest[0]).toBe(2);
});

test('explains error codes, and exits with its own codes', async () => {
  expect(await volley(['explain', '453'])).toMatchObject({ code: 0, lines: [{ code: 453, charged: 'no' }] });
  expect((await volley(['explain', '99999'])).code).toBe(4);
  const unknown = await volley(['status', UUID]);
  expect([unknown.code, unknown.said]).toEqual([4, expect.stringContaining('4040')]);
  expect((await volley(['balance'], { key: 'nobody' })).code).toBe(3);
  for (const args of [['stop'], ['send', '--to', '79161230001'], ['events', '--after', 'x'], ['sned']])
    expect([args, (await volley(args)).code]).toEqual([args, 2]);
  expect((await volley(['send'], { input: 'no JSON' })).code).toBe(2);
});

test('refuses an argument that a command does not take, and prints JSON on request', async () => {
  const refused = await volley(['balance', 'extra']);
  expect(refused).toEqual({ code: 2, lines: [], said: 'Unexpected argument `extra`.\nHelp: volley balance --help\n' });
  expect(await volley(['balance', '--json'])).toMatchObject({ code: 0, lines: [{ RUB: await seller.balance() }] });
  const sent = await volley(['send', '--json', '--from', 'Shop', '--to', '79161230009', '--text', 'Hi']);
  expect([sent.code, sent.lines]).toMatchObject([0, [{ code: 201 }]]);
});
