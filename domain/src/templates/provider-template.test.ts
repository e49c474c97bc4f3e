import { expect, test } from 'vitest';
import { fillTemplate, type RegisteredTemplate } from './provider-template.ts';

const named = { template: { name: 'order_ready', language: 'ru' } };
const order: RegisteredTemplate = { templateType: 'SERVICE', pattern: 'Order %d of %w is ready', content: named };
const code: RegisteredTemplate = { templateType: 'AUTHORIZE', pattern: 'Code %d{4,6}', content: named };

test('a template is filled with the values of its variables', () => {
  expect(fillTemplate(order, { text: 'Order 17 of Anna is ready', code: undefined })).toEqual({
    name: 'order_ready',
    language: 'ru',
    values: ['17', 'Anna'],
    isCode: false,
  });
});

test('a template for codes is filled with the code, by the content or by the text', () => {
  const filled = { name: 'order_ready', language: 'ru', values: ['4711'], isCode: true };
  expect(fillTemplate(code, { text: '4711', code: '4711' })).toEqual(filled);
  expect(fillTemplate(code, { text: 'Code 4711', code: undefined })).toEqual(filled);
});

test.each([
  [order, 'Order 17 is ready'],
  [code, 'Code 12'],
  [{ ...order, content: null }, 'Order 17 of Anna is ready'],
  [{ ...order, content: { header: { text: 'Hi' } } }, 'Order 17 of Anna is ready'],
  [{ ...order, content: { template: 'order_ready' } }, 'Order 17 of Anna is ready'],
  [{ ...order, content: { template: { name: 'order_ready' } } }, 'Order 17 of Anna is ready'],
])('%j has no template of the messenger for %j', (template, text) => {
  expect(fillTemplate(template, { text, code: undefined })).toBeUndefined();
});
