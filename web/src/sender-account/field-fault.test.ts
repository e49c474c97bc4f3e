import { expect, test } from 'vitest';
import { fieldFault } from './field-fault.ts';

test.each([
  ['TELEGRAM_BOT', 'token', '220201543:AAHdqTcvCH1vGWJxfSeofSAs', undefined],
  ['TELEGRAM_BOT', 'token', '220201543', { code: 'too-short', length: 20 }],
  ['VK_BOT', 'secret', 'x'.repeat(51), { code: 'too-long', length: 50 }],
  ['WHATSAPP_CLOUD', 'phoneNumberId', '1065 4035', { code: 'wrong-form', length: 30 }],
  ['WHATSAPP_CLOUD', 'wabaId', '', undefined],
  ['WHATSAPP_CLOUD', 'later', 'x', undefined],
] as const)('%s, %s %j: %j', (protocol, name, value, fault) => {
  expect(fieldFault(protocol, name, value)).toEqual(fault);
});
