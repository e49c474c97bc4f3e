import { describe, expect, test } from 'vitest';
import { fillTemplate } from './provider-template.ts';
import { type ListedTemplate, templateStateOf } from './template-registry.ts';

const LISTED: ListedTemplate = {
  name: 'order_ready',
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  reason: '',
  variables: 2,
  isNamed: false,
  hasOtherVariables: false,
};
const ORDER = {
  templateType: 'SERVICE',
  pattern: 'Order %d of %w is ready',
  content: { template: { name: 'order_ready', language: 'en_US' } },
} as const;
const CODE = { ...ORDER, templateType: 'AUTHORIZE', pattern: 'Code %d for %w' } as const;
const OTP: ListedTemplate = { ...LISTED, category: 'AUTHENTICATION', variables: 1, hasOtherVariables: true };

test('an approved template with as many variables has no problem', () => {
  expect(templateStateOf(ORDER, [LISTED])).toEqual({ status: 'APPROVED', problem: null });
  expect(templateStateOf(CODE, [OTP])).toEqual({ status: 'APPROVED', problem: null });
});

test('a template that names no template of the messenger has no state', () => {
  expect(templateStateOf({ ...ORDER, content: null }, [LISTED])).toBeUndefined();
});

describe('the problem of a template', () => {
  test.each([
    ['it is not listed', [], 'MISSING', 'order_ready does not exist'],
    [
      'it is listed in other languages',
      [
        { ...LISTED, language: 'ru' },
        { ...LISTED, language: 'de' },
      ],
      'MISSING',
      'order_ready exists in de, ru, but not in en_US',
    ],
    ['it is paused', [{ ...LISTED, status: 'PAUSED' }], 'PAUSED', 'order_ready in en_US is PAUSED'],
    [
      'it is rejected for a reason',
      [{ ...LISTED, status: 'REJECTED', reason: 'INVALID_FORMAT' }],
      'REJECTED',
      'order_ready in en_US is REJECTED: INVALID_FORMAT',
    ],
    [
      'its body has another number of variables',
      [{ ...LISTED, variables: 1 }],
      'APPROVED',
      'its body has 1 variable, the pattern has 2 variables',
    ],
    [
      'its variables have names',
      [{ ...LISTED, isNamed: true }],
      'APPROVED',
      'its variables have names; only numbered variables are filled',
    ],
    [
      'its header has a variable',
      [{ ...LISTED, hasOtherVariables: true }],
      'APPROVED',
      'its header or its buttons have a variable, which is not filled',
    ],
    [
      'it is a template for codes',
      [{ ...LISTED, category: 'AUTHENTICATION' }],
      'APPROVED',
      'a template of the category AUTHENTICATION needs the type AUTHORIZE',
    ],
  ])('is stated if %s', (_title, listed, status, problem) => {
    expect(templateStateOf(ORDER, listed)).toEqual({ status, problem });
  });

  test('is stated if a template for codes has another category', () => {
    expect(templateStateOf(CODE, [LISTED])?.problem).toBe(
      'AUTHORIZE needs a template of the category AUTHENTICATION, not UTILITY',
    );
  });
});

test.each([
  ['PAUSED', 'PAUSED'],
  ['MISSING', 'MISSING'],
  ['APPROVED', undefined],
  ['A_LATER_WORD', undefined],
  [null, undefined],
])('a message of a template in the state %s is refused as %s', (providerStatus, refusedAs) => {
  const filled = fillTemplate({ ...ORDER, providerStatus }, { text: 'Order 7 of Anna is ready', code: undefined });
  expect(filled?.refusedAs).toBe(refusedAs);
});
