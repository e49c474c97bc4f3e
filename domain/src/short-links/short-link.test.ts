import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { CODE_LENGTH, codeIn, codeOf, shortenText } from './short-link.ts';

const HOST = 'https://s.example';

/** Codes in order: the first short link of a text is 11111111, the second 22222222. */
function shorten(text: string, shortHost = HOST) {
  let minted = 0;
  return shortenText(text, {
    shortHost,
    mintCode: () => {
      minted += 1;
      return String(minted).repeat(CODE_LENGTH);
    },
  });
}

describe('addresses in a text', () => {
  covers('messaging.link.replaced');
  test.each([
    ['see https://shop.example/a', 'see https://s.example/11111111', ['https://shop.example/a']],
    ['http://shop.example', 'https://s.example/11111111', ['http://shop.example']],
    ['HTTPS://Shop.Example/A', 'https://s.example/11111111', ['HTTPS://Shop.Example/A']],
    [
      'http://a.example http://b.example',
      'https://s.example/11111111 https://s.example/22222222',
      ['http://a.example', 'http://b.example'],
    ],
    [
      'http://a.example, again http://a.example.',
      'https://s.example/11111111, again https://s.example/11111111.',
      ['http://a.example'],
    ],
    ['(http://a.example/x)', '(https://s.example/11111111)', ['http://a.example/x']],
    ['http://a.example/x_(y)', 'https://s.example/11111111', ['http://a.example/x_(y)']],
    ['«http://a.example/x?q=1&r=%20#z»!', '«https://s.example/11111111»!', ['http://a.example/x?q=1&r=%20#z']],
    ['http://a.example/?!…', 'https://s.example/11111111?!…', ['http://a.example/']],
    ['Заказ:http://магазин.рф/путь.', 'Заказ:https://s.example/11111111.', ['http://магазин.рф/путь']],
    ['http://a.example:8080/x', 'https://s.example/11111111', ['http://a.example:8080/x']],
    ['line\nhttp://a.example\nline', 'line\nhttps://s.example/11111111\nline', ['http://a.example']],
    ['http://a.example—so', 'https://s.example/11111111—so', ['http://a.example']],
    ['[http://a.example]so', '[https://s.example/11111111]so', ['http://a.example']],
    ['http://[2001:db8::1]:8080/x', 'https://s.example/11111111', ['http://[2001:db8::1]:8080/x']],
    [
      '*http://a.example/x* ~http://b.example!~',
      '*https://s.example/11111111* ~https://s.example/22222222!~',
      ['http://a.example/x', 'http://b.example'],
    ],
    ['_http://a.example/x._', '_https://s.example/11111111._', ['http://a.example/x']],
    [
      'http://a.example/x* http://b.example/_',
      'https://s.example/11111111 https://s.example/22222222',
      ['http://a.example/x*', 'http://b.example/_'],
    ],
    [
      'http://a.example,http://b.example',
      'https://s.example/11111111,https://s.example/22222222',
      ['http://a.example', 'http://b.example'],
    ],
    [
      'http://a.example/x;http://b.example',
      'https://s.example/11111111;https://s.example/22222222',
      ['http://a.example/x', 'http://b.example'],
    ],
    [
      'http://a.example/to?u=http://b.example,c',
      'https://s.example/11111111',
      ['http://a.example/to?u=http://b.example,c'],
    ],
  ])('%j becomes %j', (text, expected, urls) => {
    const { text: shortened, links } = shorten(text);
    expect(shortened).toBe(expected);
    expect(links.map(({ url }) => url)).toEqual(urls);
  });

  test.each([
    ['no address at all'],
    ['ftp://a.example xhttp://a.example www.a.example'],
    ['http:// https://'],
    ['http://login:secret@a.example/x'],
    ['https://bank.example@other.example'],
    ['https://bank.example!x@other.example/y'],
    ['https://bank.example\\@other.example'],
    ['http://a.example:99999/'],
    ['http://[::'],
    [`http://a.example/${'x'.repeat(2_048)}`],
    [`http://a.example/${'я'.repeat(400)}`],
    ['https://s.example/Ab3xY9kZ'],
    ['http://S.EXAMPLE/Ab3xY9kZ.'],
  ])('%j stays unchanged', (text) => {
    expect(shorten(text)).toEqual({ text, links: [] });
  });

  test('addresses under the path of the short host stay unchanged, other addresses of its host are replaced', () => {
    const host = 'http://api.example:8080/l/';
    const text = 'http://api.example:8080/l/Ab3xY9kZ http://api.example:8080/list http://api.example/l/x';
    const expected =
      'http://api.example:8080/l/Ab3xY9kZ http://api.example:8080/l/11111111 http://api.example:8080/l/22222222';
    expect(shorten(text, host).text).toBe(expected);
  });
});

// The steps of a regular expression cannot be counted. Linear work takes a second here, quadratic work many minutes:
// the time limit of the test separates the two. A thread does the work, because only a thread can be terminated.
test.each([')', '.', ')(', '*'])(
  'the work for a text of %j grows with its length, not with its square',
  async (letter) => {
    const work = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(workerData.module).then(({ shortenText }) => {
        const { links } = shortenText(workerData.text, { shortHost: 'https://s.example', mintCode: () => '11111111' });
        parentPort.postMessage(links.length);
      });`;
    const text = `http://a.example/${letter.repeat(4_000_000 / letter.length)}`;
    const module = new URL('./short-link.ts', import.meta.url).href;
    const worker = new Worker(work, { eval: true, workerData: { module, text } });
    onTestFinished(async () => void (await worker.terminate()));
    const [links] = await once(worker, 'message');
    expect(links).toBe(shorten(text.slice(0, 3_000)).links.length);
  },
  120_000,
);

describe('any text', () => {
  const word = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ maxLength: 12 }),
    fc.constantFrom('(', ')', '.', ', ', '«', '»', 'http://', '…', `${HOST}/`, '@', ' '),
  );
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));

  test('has no addresses left after the replacement', () => {
    fc.assert(
      fc.property(text, (given) => {
        const once = shorten(given).text;
        expect(shorten(once)).toEqual({ text: once, links: [] });
      }),
    );
  });

  test('is restored by replacing every short link with its target', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { text: shortened, links } = shorten(given, 'https://never-in-a-text.example');
        const back = links.reduceRight(
          (so, { code, url }) => so.replaceAll(`https://never-in-a-text.example/${code}`, () => url),
          shortened,
        );
        expect(back).toBe(given);
      }),
    );
  });

  test('changes its length by the lengths of its addresses', () => {
    const targets = fc.uniqueArray(fc.webUrl(), { maxLength: 8 });
    const trimmed = targets.map((urls) => urls.filter((url) => !/[.,;:!?'’)\]}…]$/.test(url)));
    fc.assert(
      fc.property(trimmed, (urls) => {
        const { text: shortened, links } = shorten(urls.join(' '));
        expect(links).toHaveLength(urls.length);
        expect(shortened).toHaveLength(urls.length * (HOST.length + 1 + CODE_LENGTH) + Math.max(0, urls.length - 1));
      }),
    );
  });
});

describe('codes', () => {
  test('have no similar-looking letters', () => {
    for (const letter of '0OIl') expect(codeIn(`1111111${letter}`)).toBeUndefined();
    for (const text of ['Ab3xY9kZ', 'Ab3xY9kZ)', 'Ab3xY9kZ—so', 'Ab3xY9kZ,Ab3xY9k1'])
      expect(codeIn(text)).toBe('Ab3xY9kZ');
    for (const text of ['Ab3xY9k', 'Ab3xY9kZ1', 'Ab3xY9kZ0', ' Ab3xY9kZ']) expect(codeIn(text)).toBeUndefined();
  });

  test('are well-formed for all bytes, and all letters are equally likely', () => {
    const letters = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const letter = codeOf(Array.from({ length: CODE_LENGTH }, () => byte))?.[0];
      if (letter !== undefined) letters.set(letter, (letters.get(letter) ?? 0) + 1);
    }
    expect(letters.size).toBe(58);
    expect(new Set(letters.values())).toEqual(new Set([4]));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const code = codeOf(bytes);
        expect(code === undefined || codeIn(code) === code).toBe(true);
      }),
    );
  });
});
