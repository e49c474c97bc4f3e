import { looksProblem } from '@volley/domain/verification/widget-look.ts';
import { expect, test } from 'vitest';
import { shownContrasts, withLook } from './look.ts';

test('an empty value returns to the default', () => {
  expect(withLook({ accent: '#000000', radius: '4px' }, 'accent', '')).toEqual({ radius: '4px' });
  expect(withLook({}, 'font', 'Inter')).toEqual({ font: 'Inter' });
});

test('a color that is not complete yet shows the contrast of the default', () => {
  expect(shownContrasts({ accent: '#12' })).toEqual(shownContrasts({}));
});

test.each([[{}], [{ accent: '#ffff00' }], [{ text: '#777777' }], [{ accent: '#123456', accentText: '#eeeeee' }]])(
  'the contrast of %j agrees with the rule of the server',
  (look) => {
    const isShownFine = shownContrasts(look).every(({ ratio }) => ratio >= 4.5);
    expect(isShownFine).toBe(looksProblem(look) === undefined);
  },
);
