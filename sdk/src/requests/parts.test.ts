// Lists that are longer than a request: parts, their keys, and failures in the middle.
import { expect, test } from 'vitest';
import { PartialFailure } from '../errors/partial-failure.ts';
import { type Answer, useScriptedService } from '../given/scripted-answers.ts';

const service = useScriptedService();

const drafts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    channelType: 'SMS' as const,
    senderName: 'Shop',
    destination: String(79_160_000_000 + at),
    content: 'Hi',
  }));
const sent = (from: number, count: number, errors = false) => ({
  errors,
  items: Array.from({ length: count }, (_, at) => ({ messageUuid: `u${from + at}`, code: 201 })),
});
const answered = (body: unknown, headers: Record<string, string> = {}): Answer => ({ status: 200, body, headers });
const refusal = (code: number, details: readonly object[] = []) => ({ error: { code, msg: 'No', details } });
const requests = () =>
  service.seen.map(({ headers, body }) => [headers['idempotency-key'], (JSON.parse(body) as unknown[]).length]);

async function partialOf(call: Promise<unknown>): Promise<PartialFailure> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PartialFailure)) throw error;
  return error;
}

test('a list of 1,000 goes in one request, a longer one in parts with keys of their own', async () => {
  service.answers = [answered(sent(0, 1_000))];
  await service.open().messages.send(drafts(1_000), { idempotencyKey: 'mine' });
  expect(requests()).toEqual([['mine', 1_000]]);
  service.reset();
  service.answers = [answered(sent(0, 1_000)), answered(sent(1_000, 1_000, true)), answered(sent(2_000, 5))];
  const result = await service.open().messages.send(drafts(2_005), { idempotencyKey: 'mine' });
  expect(requests()).toEqual([
    ['mine.1', 1_000],
    ['mine.2', 1_000],
    ['mine.3', 5],
  ]);
  expect(result).toEqual({ errors: true, items: [...sent(0, 2_005).items] });
});

test('the answer of a list in parts has the answers of the parts and every warning once', async () => {
  const client = service.open();
  service.answers = [
    answered(sent(0, 1_000), { 'x-request-id': 'r-1', 'x-warnings': 'w' }),
    answered(sent(1_000, 1), { 'x-request-id': 'r-2', 'x-warnings': 'w' }),
  ];
  const answer = client.answerOf(await client.messages.send(drafts(1_001)));
  expect(answer).toMatchObject({ requestId: 'r-1', warnings: ['w'] });
  expect(answer?.parts?.map(({ requestId }) => requestId)).toEqual(['r-1', 'r-2']);
});

test('the answer of a list in parts has the key of the call, and is replayed if all parts are', async () => {
  const client = service.open();
  const replayed = { 'idempotent-replayed': 'true' };
  for (const [last, isReplayed] of [
    [{}, false],
    [replayed, true],
  ] as const) {
    service.answers = [answered(sent(0, 1_000), replayed), answered(sent(1_000, 1), last)];
    const result = await client.messages.send(drafts(1_001), { idempotencyKey: 'mine' });
    expect(client.answerOf(result)).toMatchObject({ idempotencyKey: 'mine', isReplayed });
  }
});

test('recipients of a dispatch are a list', async () => {
  const recipients = drafts(1_500).map(({ destination }) => ({ destination }));
  service.answers = [answered(recipients.slice(0, 1_000)), answered(recipients.slice(1_000))];
  expect(await service.open().dispatches.addRecipients(501, recipients)).toEqual(recipients);
  expect(service.seen.map(({ url }) => url)).toEqual([
    '/api/v1/dispatch/501/messages',
    '/api/v1/dispatch/501/messages',
  ]);
});

test('a refused part says which items were taken and which were not, with positions of the whole list', async () => {
  const details = [{ field: '[3].callbackUrl', reason: 'is private', code: 'callback-address' }];
  service.answers = [
    answered(sent(0, 1_000)),
    { status: 400, body: refusal(4000, details), headers: { 'x-request-id': 'r' } },
  ];
  const failure = await partialOf(service.open().messages.send(drafts(2_500), { idempotencyKey: 'mine' }));
  expect(failure).toMatchObject({
    method: 'messages.send',
    message: 'messages.send: items 0 to 999 were taken, items 1000 to 2499 were not: 4000 No',
    result: sent(0, 1_000),
    taken: { from: 0, to: 1_000 },
    unknown: undefined,
    notTaken: { from: 1_000, to: 2_500 },
    details: [{ ...details[0], field: '[1003].callbackUrl' }],
    field: '[1003].callbackUrl',
    requestId: 'r',
    idempotencyKey: 'mine',
    hint: expect.stringMatching(/^Correct the items named in `details` and send the list from `notTaken.from`/),
  });
});

test('a part whose answer was lost is unknown, and is resumed under its key with the same bytes', async () => {
  service.answers = [answered(sent(0, 1_000)), { status: 0 }];
  const list = drafts(3_000);
  const failure = await partialOf(service.open({ retries: 0 }).messages.send(list));
  expect(failure).toMatchObject({
    unknown: { from: 1_000, to: 2_000 },
    notTaken: { from: 2_000, to: 3_000 },
    cause: { name: 'AnswerUnknown' },
  });
  const lost = service.seen[1];
  list.length = 0;
  service.answers = [answered(sent(1_000, 1_000)), answered(sent(2_000, 1_000))];
  expect(await failure.resume()).toEqual(sent(0, 3_000));
  const [, , repeated, last] = service.seen;
  expect([repeated?.headers['idempotency-key'], repeated?.body === lost?.body]).toEqual([
    lost?.headers['idempotency-key'],
    true,
  ]);
  expect(last?.headers['idempotency-key']).toBe(`${failure.idempotencyKey}.3`);
});

test('a resumed call may fail again, and be resumed again', async () => {
  service.answers = [answered(sent(0, 1_000)), { status: 402, body: refusal(4020) }];
  const first = await partialOf(service.open().messages.send(drafts(2_001)));
  service.answers = [answered(sent(1_000, 1_000)), { status: 402, body: refusal(4020) }];
  const second = await partialOf(first.resume());
  expect([second.taken, second.notTaken]).toEqual([
    { from: 0, to: 2_000 },
    { from: 2_000, to: 2_001 },
  ]);
  service.answers = [answered(sent(2_000, 1))];
  expect(await second.resume()).toEqual(sent(0, 2_001));
});

test.each<[string, readonly Answer[]]>([
  ['is not admitted', [{ status: 429, body: refusal(4290), headers: { 'retry-after': '99' } }]],
  ['has no right any more', [{ status: 401, body: refusal(4010) }]],
  ['meets its own first attempt', [{ status: 409, body: refusal(4090), headers: { 'retry-after': '99' } }]],
  ['meets a key in use', [{ status: 409, body: refusal(4090) }]],
])('a lost part stays unknown if the resumed call %s', async (_name, later) => {
  service.answers = [{ status: 0 }];
  const first = await partialOf(service.open({ retries: 0 }).messages.send(drafts(1_001)));
  service.answers = [...later];
  const second = await partialOf(first.resume());
  expect([second.unknown, second.notTaken, second.mayBeDone]).toEqual([
    { from: 0, to: 1_000 },
    { from: 1_000, to: 1_001 },
    true,
  ]);
  service.answers = [answered(sent(0, 1_000)), answered(sent(1_000, 1))];
  expect(await second.resume()).toEqual(sent(0, 1_001));
});

test('a lost part is settled by a refusal, and the parts behind it were never unknown', async () => {
  const client = service.open({ retries: 0 });
  service.answers = [answered(sent(0, 1_000)), { status: 0 }];
  const lost = await partialOf(client.messages.send(drafts(3_000)));
  service.answers = [{ status: 402, body: refusal(4020) }];
  expect(await partialOf(lost.resume())).toMatchObject({ unknown: undefined, notTaken: { from: 1_000, to: 3_000 } });
  service.answers = [answered(sent(1_000, 1_000)), { status: 401, body: refusal(4010) }];
  expect(await partialOf(lost.resume())).toMatchObject({ unknown: undefined, notTaken: { from: 2_000, to: 3_000 } });
});

test('a call that is aborted during its first part says so, and one that is aborted before is not made', async () => {
  const aborting = new AbortController();
  service.answers = [{ status: 503, body: refusal(5030) }];
  const client = service.open({ onAnswer: () => aborting.abort() });
  const failure = await partialOf(client.messages.send(drafts(1_001), { signal: aborting.signal }));
  expect([failure.unknown, failure.notTaken]).toEqual([
    { from: 0, to: 1_000 },
    { from: 1_000, to: 1_001 },
  ]);
  service.reset();
  const { signal } = aborting;
  await expect(client.messages.send(drafts(1_001), { signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(service.seen).toEqual([]);
});

test('a first part that is refused is the plain refusal, and one without an answer is resumable', async () => {
  service.answers = [{ status: 402, body: refusal(4020) }];
  await expect(service.open().messages.send(drafts(1_001))).rejects.toMatchObject({ name: 'RequestRefused' });
  service.answers = [{ status: 0 }];
  const failure = await partialOf(service.open({ retries: 0 }).messages.send(drafts(1_001)));
  expect([failure.result, failure.unknown, failure.notTaken]).toEqual([
    undefined,
    { from: 0, to: 1_000 },
    { from: 1_000, to: 1_001 },
  ]);
});

test('an aborted call says how far it came', async () => {
  const aborting = new AbortController();
  const client = service.open({
    onAnswer: ({ idempotencyKey }) => {
      if (idempotencyKey?.endsWith('.2') === true) aborting.abort();
    },
  });
  service.answers = [answered(sent(0, 1_000)), answered(sent(1_000, 1_000))];
  const failure = await partialOf(client.messages.send(drafts(2_500), { signal: aborting.signal }));
  expect([failure.reason, failure.taken, failure.unknown]).toEqual([
    'aborted',
    { from: 0, to: 2_000 },
    { from: 2_000, to: 2_500 },
  ]);
  service.answers = [answered(sent(2_000, 500))];
  expect(await failure.resume()).toEqual(sent(0, 2_500));
});

test('faults are found in the whole list before the first part', async () => {
  const list = drafts(1_500).map((draft, at) => (at === 1_200 ? { ...draft, destination: '' } : draft));
  service.answers = [answered(sent(0, 1_000)), answered(sent(1_000, 500))];
  await service.open().messages.send(list);
  service.reset();
  const spoiled = list.map((draft, at) => (at === 1_200 ? { ...draft, ttl: Number.NaN } : draft));
  await expect(service.open().messages.send(spoiled)).rejects.toThrow('messages.send: [1200].ttl must be an integer');
  const key = 'k'.repeat(241);
  await expect(service.open().messages.send(list, { idempotencyKey: key })).rejects.toThrow(
    'options.idempotencyKey must',
  );
  expect(service.seen).toEqual([]);
});

test('a list in parts that is left to the service is still checked for members and types of its items', async () => {
  const client = service.open({ checks: 'ids' });
  const spoiled = drafts(2_500).map((draft, at) => ({ ...draft, newMember: 1, ...(at === 2_100 && { content: 5 }) }));
  // As a program in JavaScript calls it.
  await expect(client.messages.send(spoiled as never)).rejects.toThrow('messages.send: [2100].content must be');
  const { destination: _, ...without } = drafts(1)[0] ?? {};
  const missing = [...drafts(2_000), { ...without, newMember: 1 }] as never;
  await expect(client.messages.send(missing)).rejects.toThrow('messages.send: [2000].destination is required');
  expect(service.seen).toEqual([]);
  service.answers = [answered(sent(0, 1_000)), answered(sent(1_000, 1))];
  await client.messages.send(drafts(1_001).map((draft) => ({ ...draft, newMember: 1 })) as never);
  expect(service.seen).toHaveLength(2);
});
