// Lists above 1,000 items on the command line, with a scripted service.
import { PartialFailure } from '@volley/sdk/errors/partial-failure.ts';
import { useScriptedService } from '@volley/sdk/given/scripted-answers.ts';
import { expect, test } from 'vitest';
import { readArguments } from '../arguments.ts';
import type { Command, Context } from '../command.ts';
import { dispatch } from './dispatch.ts';
import { send } from './send.ts';

const service = useScriptedService();
const add = dispatch.commands['add'];

type Ended = { readonly error: unknown; readonly lines: readonly string[] };

/** Runs a command with the client that the command line opens. */
async function run(command: Command | undefined, args: readonly string[], input: unknown): Promise<Ended> {
  if (command === undefined) throw new Error('no such command');
  const { given, positionals } = readArguments(command, args);
  const lines: string[] = [];
  const client = () => service.open({ checks: 'ids', retries: 0 });
  const terminal = { out: (line: string) => void lines.push(line), say: () => {} };
  const { signal } = new AbortController();
  const context = { args: positionals, given, terminal, signal, client, input: async () => JSON.stringify(input) };
  // The other members belong to other commands.
  const error: unknown = await command.run(context as unknown as Context).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, lines };
}

const list = (count: number) => Array.from({ length: count }, (_, at) => ({ destination: `${79_160_000_000 + at}` }));
const drafts = (count: number) =>
  list(count).map((one) => ({ ...one, channelType: 'SMS', senderName: 'Shop', content: 'Hi' }));
const refused = { status: 402, body: { error: { code: 4020, msg: 'No' } } };

test.each<[string, readonly string[]]>([
  ['send', []],
  ['send --wait', ['--wait']],
])('`%s` prints what was taken before a part fails', async (_name, more) => {
  const items = drafts(1_000).map((_, at) => ({ messageUuid: `u${at}`, code: 201 }));
  service.answers = [{ status: 200, body: { errors: false, items } }, refused];
  const { error, lines } = await run(send, ['--idempotency-key', 'mine', ...more], drafts(1_500));
  expect(error).toBeInstanceOf(PartialFailure);
  expect(lines).toEqual(items.map((item) => JSON.stringify(item)));
  expect(service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine.1', 'mine.2']);
});

test('`dispatch add` prints what was taken before a part fails', async () => {
  const items = list(1_000).map((_, at) => ({ messageUuid: `u${at}` }));
  service.answers = [{ status: 200, body: items }, refused];
  const { error, lines } = await run(add, ['501', '--idempotency-key', 'mine'], list(1_500));
  expect(error).toBeInstanceOf(PartialFailure);
  expect(lines).toEqual(items.map((item) => JSON.stringify(item)));
  expect(service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine.1', 'mine.2']);
});

test('a malformed item of a later part is found before the first part is sent', async () => {
  const { error, lines } = await run(send, [], [...drafts(2_100), { senderName: 'Shop' }]);
  expect([String(error), lines]).toEqual([expect.stringContaining('[2100].channelType is required'), []]);
  expect(service.seen).toEqual([]);
});
