import { describe, expect, test } from 'vitest';
import { formatIn } from './format.ts';

/** Intl uses non-breaking spaces of several widths; the tests compare plain spaces. */
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ');

const ru = formatIn('ru', 'Europe/Moscow');
const en = formatIn('en', 'Europe/Moscow');

describe('numbers and money', () => {
  test.each([
    [ru.number(48_210), '48 210'],
    [en.number(48_210), '48,210'],
    [ru.percent(0.704), '70,4 %'],
    [en.percent(0.704), '70.4%'],
    [ru.money({ value: 182_233.8, currency: 'RUB' }), '182 233,80 ₽'],
    [en.money({ value: 182_233.8, currency: 'RUB' }), '₽182,233.80'],
    [ru.money({ value: 999_999_999.99, currency: 'RUB' }), '999 999 999,99 ₽'],
    [ru.money({ value: 2.105, currency: 'RUB' }), '2,105 ₽'],
    [ru.money({ value: -0.5, currency: 'RUB' }), '-0,50 ₽'],
    [ru.bytes(2_500_000), '2,5 МБ'],
  ])('a number or an amount is written as %s', (written, expected) => {
    expect(plain(written)).toBe(expected);
  });
});

describe('time', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  test.each([
    [ru.relative('2026-11-15T11:59:30Z', now), '30 секунд назад'],
    [ru.relative('2026-11-15T11:55:00Z', now), '5 минут назад'],
    [ru.relative('2026-11-15T12:00:03Z', now), 'сейчас'],
    [en.relative('2026-11-15T14:00:00Z', now), 'in 2 hours'],
    [en.relative('2026-11-14T11:00:00Z', now), 'yesterday'],
    [ru.time('2026-11-15T12:00:00Z'), '15:00:00'],
    [ru.moment('2026-11-15T11:04:30Z', now), '14:04'],
    [en.moment('2026-11-14T21:00:00Z', now), '00:00'],
    [en.moment('2026-11-14T20:59:59Z', now), '14 Nov, 23:59'],
    [ru.moment('2026-11-14T20:59:59Z', now), '14 нояб., 23:59'],
    [en.moment('2025-11-14T12:00:00Z', now), '14 Nov 2025, 15:00'],
    [en.log('2026-11-15T11:04:30Z', now), '14:04:30'],
    [en.log('2026-11-13T11:04:30Z', now), '13 Nov, 14:04:30'],
    [en.duration(0.35), '0.4 secs'],
    [ru.duration(75), '1 мин 15 с'],
    [ru.duration(93_600), '1 дн. 2 ч'],
  ])('a time is written as %s', (written, expected) => {
    expect(plain(written)).toBe(expected);
  });

  test('a time is shown in the chosen zone', () => {
    expect(formatIn('ru', 'Asia/Vladivostok').time('2026-11-15T12:00:00Z')).toBe('22:00:00');
  });
});
