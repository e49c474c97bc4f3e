// Short links of single messages, as an account requests and sees them.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, type Seller, sms } from '../../given/people/seller.ts';
import { follow, SHORT_LINK_BASE } from '../../given/people/sent-short-link.ts';

const cell = useCell({ settings: { shortLinkBase: SHORT_LINK_BASE, trustedProxies: ['127.0.0.1'] } });
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const FIRST = 'https://nord.example/orders/4711';
const SECOND = 'http://nord.example/help';
const SHORT = /https:\/\/s\.example\/(\w{8})/g;

let last = 79_161_260_000;

/** Sends the text; returns the operator's text and the account's view. */
async function sent(content: string, change: object = {}) {
  const destination = String((last += 1));
  const uuid = await seller.sendOne({ content, destination, ...change });
  const shown = await seller.untilStatus(uuid, 'delivered');
  const received = (await cell().operators.received('mts')).filter((text) => text.destination === destination);
  const text = received.map((part) => part.text).join('');
  return { uuid, shown, text, codes: [...text.matchAll(SHORT)].map(([, code = '']) => code) };
}

const leadsTo = async (code = '') => (await follow(cell(), `/l/${code}`)).headers.get('location');

describe('shortUrl', () => {
  covers('messaging.send.param.shortUrl', 'messaging.link.replaced');
  test('shortens every link of the text, and each redirects to its target', async () => {
    const { text, codes } = await sent(`Order: ${FIRST}, help: ${SECOND}.`, { shortUrl: true });
    const [first, second] = codes;
    expect(text).toBe(`Order: ${SHORT_LINK_BASE}/${first}, help: ${SHORT_LINK_BASE}/${second}.`);
    expect([await leadsTo(first), await leadsTo(second)]).toEqual([FIRST, SECOND]);
  });

  covers('messaging.send.param.shortUrl');
  test('shortens the links in the text of an object too', async () => {
    await cell().channel('VIBER');
    await registerName(cell(), seller, { channelType: 'VIBER' });
    const content = { contentType: 'button', text: `Order: ${FIRST}`, caption: 'Open', action: SECOND };
    const uuid = await seller.sendOne({ channelType: 'VIBER', content, shortUrl: true });
    const shown = await seller.untilStatus(uuid, 'delivered');
    const text = String(shown['content']);
    expect(text).toMatch(/^Order: https:\/\/s\.example\/\w{8}$/);
    // Buttons keep their addresses: they are not part of the text.
    expect(shown['specialContent']).toEqual({ ...content, text });
    expect(await cell().operators.received('viber')).toMatchObject([{ text, content: { ...content, text } }]);
  });

  covers('messaging.send.param.shortUrl.default');
  test.each([
    ['omitted', {}],
    ['false', { shortUrl: false }],
  ])('%s leaves the links unchanged', async (_statement, change) => {
    const content = `Order: ${FIRST}`;
    const { text, shown } = await sent(content, change);
    expect([text, shown['content'], shown['shortUrl']]).toEqual([content, content, false]);
  });
});

describe('a short code', () => {
  covers('messaging.link.code');
  test('belongs to one message and one link: equal texts and links get different codes', async () => {
    const content = `${FIRST} ${SECOND} ${FIRST}`;
    const [one, other] = [await sent(content, { shortUrl: true }), await sent(content, { shortUrl: true })];
    for (const { codes } of [one, other]) expect(codes[2]).toBe(codes[0]);
    expect(new Set([...one.codes, ...other.codes]).size).toBe(4);
    const rows = await cell().sql<{ code: string; message: string; url: string }>(
      'select code, message_id as message, url from short_links where message_id = any($1::uuid[]) order by message_id, url',
      [[one.uuid, other.uuid]],
    );
    const expected = [one, other].flatMap(({ uuid, codes }) => [
      { code: codes[1], message: uuid, url: SECOND },
      { code: codes[0], message: uuid, url: FIRST },
    ]);
    expect(rows).toEqual(expected.toSorted((a, b) => (a.message < b.message ? -1 : a.message > b.message ? 1 : 0)));
  });
});

describe('a text with short links', () => {
  // 167 characters as given, two parts; 134 as sent, one part.
  const LONG = `https://nord.example/${'x'.repeat(40)}`;
  const CONTENT = `${'a'.repeat(105)} ${LONG}`;

  covers('messaging.link.parts-after');
  test('is counted and paid as sent, not as given', async () => {
    const [plain, short] = [await sent(CONTENT), await sent(CONTENT, { shortUrl: true })];
    expect(plain.shown).toMatchObject({ totalParts: 2, price: { totalPrice: 6.4, invoicedParts: 2 } });
    expect(short.shown).toMatchObject({ totalParts: 1, price: { totalPrice: 3.2, invoicedParts: 1 } });
  });

  covers('messaging.link.parts-after');
  test('may be too long as given', async () => {
    // Eleven parts as given: one letter outside the GSM alphabet leaves 67 characters per part.
    const content = `Я https://nord.example/${'x'.repeat(700)}`;
    expect(await seller.results(sms({ content }))).toMatchObject([{ code: 400, errorCode: 7403 }]);
    const [still] = await seller.results(sms({ content: `${content} ${'я'.repeat(671)}`, shortUrl: true }));
    expect(still).toMatchObject({ code: 400, errorCode: 7403, messageUuid: null });
    const { shown } = await sent(content, { shortUrl: true });
    expect(shown).toMatchObject({ totalParts: 1 });
  });

  covers('messaging.link.content');
  test('is shown and found as sent', async () => {
    const { uuid, shown, text, codes } = await sent(`Order: ${FIRST}`, { shortUrl: true });
    expect(shown).toMatchObject({ content: `Order: ${SHORT_LINK_BASE}/${codes[0]}`, shortUrl: true });
    expect(text).toBe(shown['content']);
    expect(await seller.ids(`content=${codes[0]}`)).toEqual([uuid]);
    expect(await seller.ids('content=4711')).not.toContain(uuid);
  });
});
