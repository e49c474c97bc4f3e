import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, knownLooks, knownTexts, looksProblem, textsProblem } from './widget-look.ts';

describe('the contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#336699', '#ffffff', 6],
    ['#ff0000', '#ffffff', 4],
  ])('of %s and %s is %d', (one, two, ratio) => {
    expect(contrast(one, two)).toBeCloseTo(ratio, 1);
  });

  test('is symmetric and lies between 1 and 21', () => {
    const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colour, colour, (one, two) => {
        const found = contrast(one, two);
        expect(found).toBe(contrast(two, one));
        expect(found).toBeGreaterThanOrEqual(1);
        expect(found).toBeLessThanOrEqual(21);
      }),
    );
  });
});

describe('looks', () => {
  test.each([
    {},
    { accent: '#336699' },
    { accent: '#FFCC00', accentText: '#000000', background: '#101010', text: '#ffffff' },
    { border: '#eeeeee', radius: '12px', font: `"PT Sans", 'Segoe UI', sans-serif` },
    { font: 'Шрифт' },
  ])('such as %j are accepted', (looks) => {
    expect(looksProblem(looks)).toBeUndefined();
  });

  test.each([
    [{ accent: '#ff0000' }, 'colours.accent'],
    [{ accent: '#003366', accentText: '#222222' }, 'colours.accentText'],
    [{ background: '#101010' }, 'colours.background'],
    [{ text: '#cccccc' }, 'colours.text'],
    [{ accent: 'red' }, 'colours.accent'],
    [{ shadow: '#000000' }, 'colours.shadow'],
    [{ radius: '1em' }, 'colours.radius'],
    [{ radius: '100px' }, 'colours.radius'],
    [{ font: 'Arial; } * { color: red' }, 'colours.font'],
    [{ font: 'url(x)' }, 'colours.font'],
    [{ __proto__x: '#000000' }, 'colours.__proto__x'],
  ])('such as %j are refused at %s', (looks, field) => {
    expect(looksProblem(looks)?.field).toBe(field);
  });
});

test.each([
  [{ title: 'Your phone', resend: 'Again' }, undefined],
  [{ heading: 'Your phone' }, 'texts.heading'],
  [{ title: ' ' }, 'texts.title'],
])('the texts %j have their problem at %s', (texts, field) => {
  expect(textsProblem(texts)?.field).toBe(field);
});

test('unknown names of earlier versions are left out', () => {
  expect(knownTexts({ title: 'Phone', footer: 'x' })).toEqual({ title: 'Phone' });
  expect(knownLooks({ accent: '#336699', shadow: '#000000', radius: '8px' })).toEqual({
    accent: '#336699',
    radius: '8px',
  });
});
