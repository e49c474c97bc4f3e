import { sendMessages } from '@volley/contract/messaging/messages.ts';
import { createCompany, updateCompany } from '@volley/contract/partner/companies.ts';
import { createDispatch } from '@volley/contract/partner/dispatches.ts';
import { expect, test } from 'vitest';
import { compileTidy } from './tidy-body.ts';

const creating = { dropsNulls: true };

test('null for a member that may be absent is dropped where something is created', async () => {
  const body = {
    company: { name: null, counteragentType: 'LEGAL', counteragentAddress: null, counteragentKpp: null },
    budget: null,
  };
  expect(await compileTidy(createCompany.body, creating)(body)).toEqual([]);
  expect(body).toEqual({ company: { name: null, counteragentType: 'LEGAL' }, budget: null });
});

test('null stays where something is changed', async () => {
  const body = { budget: null, name: null };
  expect(await compileTidy(updateCompany.body, { dropsNulls: false })(body)).toEqual([]);
  expect(body).toEqual({ budget: null, name: null });
});

test('values of placeholders are nobody’s members', async () => {
  const body = { schedule: null, messages: [{ destination: '1', customText: null, substitutions: { a: null } }] };
  expect(await compileTidy(createDispatch.body, creating)(body)).toEqual([]);
  expect(body).toEqual({ messages: [{ destination: '1', substitutions: { a: null } }] });
});

test('members that nobody declared are named once, wherever they stand', async () => {
  const message = { destination: '1', callbackURL: 'x', content: { any: 1 }, cascade: [{ tll: 5, ttl: null }] };
  const body = [message, { ...message, zzz: 1 }];
  expect(await compileTidy(sendMessages.body, creating)(body)).toEqual([
    '[].callbackURL',
    '[].cascade[].tll',
    '[].zzz',
  ]);
  expect(message.cascade).toEqual([{ tll: 5 }]);
});

test('a list that is too long is not looked through', async () => {
  const messages = Array.from({ length: 10_001 }, () => ({ zzz: 1 }));
  expect(await compileTidy(createDispatch.body, creating)({ messages })).toEqual([]);
});

test('what is no object is left alone', async () => {
  for (const body of [null, 5, 'x', undefined, [[]]])
    expect(await compileTidy(createCompany.body, creating)(body)).toEqual([]);
});
