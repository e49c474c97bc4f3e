import { expect, test } from 'vitest';
import { channelProblem, settingFaults, vkTemplateOf } from './link-settings.ts';
import { PROTOCOL_FACTS, PROTOCOLS } from './provider-protocol.ts';

test.each([['shop'], ['Shop_24'], ['a'.repeat(32)]])('%s is a sender of codes', (senderUsername) => {
  expect(settingFaults('TELEGRAM_GATEWAY', { senderUsername })).toEqual([]);
});

test.each([[''], ['abc'], ['24shop'], ['@shop'], ['my shop'], ['a'.repeat(33)], ['магазин']])(
  '"%s" is not',
  (senderUsername) => {
    expect(settingFaults('TELEGRAM_GATEWAY', { senderUsername })).toMatchObject([
      { field: 'settings.senderUsername', code: 'wrong-form' },
    ]);
  },
);

test.each(['TELEGRAM_BOT', 'MAX_BOT'] as const)('%s takes texts of people, or does not', (protocol) => {
  for (const inbound of ['on', 'off']) expect(settingFaults(protocol, { inbound })).toEqual([]);
  for (const inbound of ['', 'yes', 'on\n', 'ON'])
    expect(settingFaults(protocol, { inbound })).toEqual([
      { field: 'settings.inbound', reason: 'must be on or off', code: 'wrong-form' },
    ]);
});

test.each(PROTOCOLS.filter((protocol) => PROTOCOL_FACTS[protocol].accountRate !== undefined))(
  'accounts of %s may have another rate, and other protocols have none',
  (protocol) => {
    for (const accountRate of ['1', '30', '1000', '10000'])
      expect(settingFaults(protocol, { accountRate })).toEqual([]);
    for (const accountRate of ['', '0', '-1', '1.5', '010', '10001', '20000'])
      expect(settingFaults(protocol, { accountRate })).toMatchObject([
        { field: 'settings.accountRate', reason: 'must be an integer from 1 to 10000' },
      ]);
    expect(settingFaults('VOLLEY_HTTP', { accountRate: '30' })).toMatchObject([{ code: 'not-in-list' }]);
  },
);

test('an unknown setting is named with those that exist', () => {
  expect(settingFaults('TELEGRAM_GATEWAY', { sender: 'shop' })).toEqual([
    { field: 'settings.sender', reason: 'must be one of senderUsername', code: 'not-in-list' },
  ]);
  expect(settingFaults('SMPP', { senderUsername: 'shop' })).toEqual([
    { field: 'settings.senderUsername', reason: 'SMPP has no settings', code: 'not-in-list' },
  ]);
});

test.each(PROTOCOLS.filter((protocol) => protocol !== 'PARTNER_REST'))('%s needs no settings', (protocol) => {
  expect(settingFaults(protocol, {})).toEqual([]);
});

test('a link to an aggregator needs the form of its interface', () => {
  expect(settingFaults('PARTNER_REST', {})).toMatchObject([{ field: 'settings.form', code: 'required' }]);
  expect(settingFaults('PARTNER_REST', { form: 'A' })).toEqual([
    { field: 'settings.form', reason: 'must be one of login, key', code: 'wrong-form' },
  ]);
});

test.each([
  [{ form: 'login', duplicateControl: 'on' }, []],
  [{ form: 'key', vkTemplate: 'order.ready-2', vkRoutes: 'VK,OK', vkDeliveryPolicy: 'any' }, []],
  [{ form: 'key', reportSources: '203.0.113.0/28,198.51.100.7' }, []],
  [{ form: 'key', reportSources: '203.0.113.256' }, ['settings.reportSources']],
  [{ form: 'key', reportSources: '203.0.113.0/33' }, ['settings.reportSources']],
  [{ form: 'key', reportSources: '203.0.113.0/28, 198.51.100.7' }, ['settings.reportSources']],
  [{ form: 'key', reportSources: 'aggregator.example' }, ['settings.reportSources']],
  [{ form: 'key', duplicateControl: 'yes' }, ['settings.duplicateControl']],
  [{ form: 'key', vkTemplate: 'order ready' }, ['settings.vkTemplate']],
  [{ form: 'key', vkTemplates: 'Shop=order.ready-2,Магазин 24=code' }, []],
  [{ form: 'key', vkTemplates: Array<string>(50).fill('Shop=order').join(',') }, []],
  [{ form: 'key', vkTemplates: Array<string>(51).fill('Shop=order').join(',') }, ['settings.vkTemplates']],
  [{ form: 'key', vkTemplates: 'Shop' }, ['settings.vkTemplates']],
  [{ form: 'key', vkTemplates: 'Shop=order ready' }, ['settings.vkTemplates']],
  [{ form: 'key', vkTemplates: 'Shop=order,' }, ['settings.vkTemplates']],
  [{ form: 'key', vkTemplates: '=order' }, ['settings.vkTemplates']],
  [{ form: 'key', vkRoutes: 'VK,VK' }, ['settings.vkRoutes']],
  [{ form: 'key', vkDeliveryPolicy: 'ANY' }, ['settings.vkDeliveryPolicy']],
])('the settings %j of an aggregator have faults in %j', (settings, fields) => {
  expect(settingFaults('PARTNER_REST', settings).map(({ field }) => field)).toEqual(fields);
});

test.each([
  [{ vkTemplate: 'plain' }, 'plain'],
  [{ vkTemplate: 'plain', vkTemplates: 'Bank=code,Shop=order' }, 'order'],
  [{ vkTemplate: 'plain', vkTemplates: 'Shop 2=order' }, 'plain'],
  [{ vkTemplates: 'Shop=order' }, 'order'],
  [{ vkTemplates: 'Bank=code' }, ''],
  [{}, ''],
])('with the settings %j the template of Shop on VK is %j', (settings, template) => {
  expect(vkTemplateOf(settings, 'Shop')).toBe(template);
});

test('an aggregator carries MAX in the form login only', () => {
  expect(channelProblem('PARTNER_REST', 'MAX', { form: 'key' })).toBe('MAX needs the setting form=login');
  expect(channelProblem('PARTNER_REST', 'MAX', { form: 'login' })).toBe(undefined);
  expect(channelProblem('PARTNER_REST', 'VIBER', { form: 'key' })).toBe(undefined);
  expect(channelProblem('MAX_BOT', 'MAX', {})).toBe(undefined);
});
