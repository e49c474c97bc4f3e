// Commands that end before their work: wrong use and Ctrl+C.
import { useScriptedService } from '@volley/sdk/given/scripted-answers.ts';
import { expect, test } from 'vitest';
import { readArguments } from '../arguments.ts';
import type { Context } from '../command.ts';
import { login } from './login.ts';
import { trigger } from './trigger.ts';

const service = useScriptedService();

test('a login without an address does not ask for the key', async () => {
  const secret = () => Promise.reject(new Error('asked for the key'));
  // The other members are not used.
  const context = { connection: () => ({}), secret } as unknown as Context;
  await expect(login.run(context)).rejects.toThrow('No address given');
});

test('Ctrl+C ends the wait of a trigger without a report that no event came', async () => {
  const ending = new AbortController();
  const said: string[] = [];
  const client = service.open({
    onAnswer: ({ method }) => {
      if (method === 'messages.send') ending.abort();
    },
  });
  service.answers = [
    { status: 200, body: { items: [], lastNumber: 7, firstNumber: 1 } },
    { status: 200, body: { errors: false, items: [{ messageUuid: 'u', code: 201 }] } },
  ];
  const { given, positionals } = readArguments(trigger, ['sent']);
  const terminal = { out: () => {}, say: (line: string) => void said.push(line) };
  const context = { args: positionals, given, terminal, signal: ending.signal, client: () => client };
  // The other members are not used.
  await expect(trigger.run(context as unknown as Context)).rejects.toMatchObject({ name: 'AbortError' });
  expect(said).toEqual([]);
});
