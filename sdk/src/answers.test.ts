import { expect, test, vi } from 'vitest';
import type { Answer } from './answers.ts';
import { useScriptedService } from './given/scripted-answers.ts';

const WARNING = 'unknown members ignored: [].newMember';
const sms = { channelType: 'SMS', senderName: 'Shop', destination: '79161230001', content: 'Hi' } as const;
const sent = { errors: false, items: [{ messageUuid: 'u', code: 201 }] };

const service = useScriptedService();

test('a result leads to its status, request id, warnings and key', async () => {
  const client = service.open();
  service.answers = [{ status: 200, body: sent, headers: { 'x-request-id': 'r-1', 'x-warnings': WARNING } }];
  const result = await client.messages.send(sms, { idempotencyKey: 'mine' });
  expect(result).toEqual(sent);
  expect(client.answerOf(result)).toEqual({
    method: 'messages.send',
    status: 200,
    requestId: 'r-1',
    warnings: [WARNING],
    idempotencyKey: 'mine',
    isReplayed: false,
  });
  service.answers = [{ status: 200, body: sent, headers: { 'idempotent-replayed': 'true' } }];
  expect(client.answerOf(await client.messages.send(sms))).toMatchObject({ isReplayed: true, warnings: [] });
  expect(client.answerOf(sent)).toBeUndefined();
});

test('listeners hear of every answer, also of refusals and of answers before a retry', async () => {
  const heard: Answer[] = [];
  const warned: string[] = [];
  const client = service.open({
    onAnswer: (answer) => void heard.push(answer),
    onWarning: (warning, { method }) => void warned.push(`${method}: ${warning}`),
  });
  service.answers = [
    { status: 503, body: { error: { code: 5030, msg: 'No' } } },
    { status: 200, body: 'PONG' },
    { status: 400, body: { error: { code: 4000, msg: 'No' } }, headers: { 'x-warnings': WARNING } },
  ];
  await client.service.ping();
  await expect(client.messages.send(sms)).rejects.toMatchObject({ warnings: [WARNING] });
  expect(heard.map(({ method, status }) => [method, status])).toEqual([
    ['service.ping', 503],
    ['service.ping', 200],
    ['messages.send', 400],
  ]);
  expect(warned).toEqual([`messages.send: ${WARNING}`]);
});

test('a listener that throws does not fail the call, and its error is uncaught', async () => {
  const uncaught = vi.fn();
  vi.stubGlobal('queueMicrotask', (work: () => void) => {
    try {
      work();
    } catch (error) {
      uncaught(error);
    }
  });
  const client = service.open({
    onAnswer: () => {
      throw new Error('a mistake of the listener');
    },
  });
  service.answers = [{ status: 200, body: sent }];
  expect(await client.messages.send(sms)).toEqual(sent);
  vi.unstubAllGlobals();
  expect(uncaught).toHaveBeenCalledWith(new Error('a mistake of the listener'));
});
