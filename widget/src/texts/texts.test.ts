import { expect, test } from 'vitest';
import { be } from './be.ts';
import { channelName, fill, withTexts, wordsOf } from './choose.ts';
import { en, type Texts } from './en.ts';
import { kk } from './kk.ts';
import { pack, unpack } from './packed.ts';
import { ru } from './ru.ts';
import { uz } from './uz.ts';

const marks = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(Object.entries({ ru, be, kk, uz }))('texts of %s are complete and have the same marks', (_lang, texts) => {
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  for (const name of Object.keys(en) as (keyof Texts)[]) {
    expect(texts[name]).not.toBe('');
    expect([name, marks(texts[name])]).toEqual([name, marks(en[name])]);
  }
});

test.each([
  ['ru-RU', 'ru', undefined],
  ['en', 'en', undefined],
  ['de', 'en', undefined],
  ['', 'en', undefined],
  ['kk-KZ', 'ru', 'kk'],
  ['UZ', 'ru', 'uz'],
  ['be', 'ru', 'be'],
  ['rup', 'en', undefined],
])('the language "%s" begins with %s and fetches %s', (lang, inner, fetched) => {
  expect(wordsOf(lang)).toMatchObject({ lang: inner, fetched });
});

test('texts of settings and page replace known names only', () => {
  const texts = withTexts(en, { title: 'One', unknown: 'x' }, undefined, { title: 'Two', done: '' });
  expect([texts.title, texts.done, Object.keys(texts)]).toEqual(['Two', en.done, Object.keys(en)]);
});

test('marks are filled and channels are named', () => {
  expect(fill(en.sentTo, { to: '+7', by: 'SMS' })).toBe('The code was sent to +7 by SMS.');
  const given = ['SMS', 'VK', 'VIBER', 'WHATSAPP', 'TELEGRAM_GATEWAY', 'PUSH', 'TEXT_TO_SPEECH', 'FLASHCALL'];
  expect(given.map((name) => channelName(en, name)).join()).toBe(
    'SMS,VK,Viber,WhatsApp,Telegram,Push,Voice call,Call, last digits',
  );
});

test('Russian texts survive the packing of the build', () => {
  const packed = pack(ru);
  expect(unpack(packed, en)).toEqual(ru);
  expect(packed.replace(/[«»ё…]/g, '')).toMatch(/^[ -~]+$/);
});
