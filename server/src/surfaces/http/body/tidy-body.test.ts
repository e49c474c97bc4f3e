import { sendMessages } from '@volley/contract/messaging/messages.ts';
import { createCompany, updateCompany } from '@volley/contract/partner/companies.ts';
import { createDispatch } from '@volley/contract/partner/dispatches.ts';
import { expect, test } from 'vitest';
import { compileTidy } from './tidy-body.ts';

const creating = { dropsNulls: true };

test('compileTidy drops null for an optional member when dropsNulls is set', async () => {
  const body = {
    company: { name: null, counteragentType: 'LEGAL', counteragentAddress: null, counteragentKpp: null },
    budget: null,
  };
  expect(await compileTidy(createCompany.body, creating)(body)).toEqual([]);
  expect(body).toEqual({ company: { name: null, counteragentType: 'LEGAL' }, budget: null });
});

test('compileTidy leaves null in place when dropsNulls is not set', async () => {
  const body = { budget: null, name: null };
  expect(await compileTidy(updateCompany.body, { dropsNulls: false })(body)).toEqual([]);
  expect(body).toEqual({ budget: null, name: null });
});

test('compileTidy does not report the names of placeholders', async () => {
  const body = { schedule: null, messages: [{ destination: '1', customText: null, substitutions: { a: null } }] };
  expect(await compileTidy(createDispatch.body, creating)(body)).toEqual([]);
  expect(body).toEqual({ messages: [{ destination: '1', substitutions: { a: null } }] });
});

test('compileTidy reports undeclared members once, at every level', async () => {
  const message = { destination: '1', callbackURL: 'x', content: { any: 1 }, cascade: [{ tll: 5, ttl: null }] };
  const body = [message, { ...message, zzz: 1 }];
  expect(await compileTidy(sendMessages.body, creating)(body)).toEqual([
    '[].callbackURL',
    '[].cascade[].tll',
    '[].zzz',
  ]);
  expect(message.cascade).toEqual([{ tll: 5 }]);
});

test('compileTidy skips a list that is too long', async () => {
  const messages = Array.from({ length: 10_001 }, () => ({ zzz: 1 }));
  expect(await compileTidy(createDispatch.body, creating)({ messages })).toEqual([]);
});

test('compileTidy ignores a body that is not an object', async () => {
  for (const body of [null, 5, 'x', undefined, [[]]])
    expect(await compileTidy(createCompany.body, creating)(body)).toEqual([]);
});
