// The worst bodies that a route accepts, and worse ones that it refuses: other callers are served meanwhile. `npm run
// bench -- --only bodies` measures every route; these tests limit the CPU time of the costliest kinds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { longestBlockMs } from '../given/event-loop-blocks.ts';
import { numberAt } from '../given/http-client.ts';
import { givenSenderThread } from '../given/sender-thread.ts';
import { pause } from '../given/until.ts';

/** CPU time: every step over all items of a body yields to the loop after some 10 ms. */
const BLOCK_MS_MAX = 200;
/**
 * A step that does not yield blocks in every run. A slow moment of the machine does not, nor do compiled parsers, for
 * which the first body of a kind pays.
 */
const TRIES_MAX = 4;
/** Calls of other callers come this often: each request of theirs costs the loop time of its own. */
const ASKED_EVERY_MS = 20;

let api: Api;
let attacker: { token: string; companyId: number; senderIds: number[] };
beforeAll(async () => {
  api = await givenApi();
  const { token } = await api.givenPartner();
  const companyId = await givenCompany(api, token);
  const sender = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const named = await api.call('POST', '/senders', { token, body: { ...sender, dateFrom: '2024-07-01T00:00:00Z' } });
  attacker = { token, companyId, senderIds: [numberAt(named.body, 'id')] };
});
afterAll(() => api.close());

// These functions run in the attacker's thread, so each must be self-contained.
type Given = { readonly companyId: number; readonly senderIds: readonly number[] };

const crowded = ({ companyId, senderIds }: Given) => ({
  companyId,
  senderIds,
  name: 'a',
  channelType: 'SMS',
  text: 'Hi',
  messages: [{ destination: '79161230001' }],
  other: Object.fromEntries(Array.from({ length: 400_000 }, (_, at) => [`m${at}`, at])),
});

const manyObjects = ({ companyId, senderIds }: Given) => ({
  companyId,
  senderIds,
  name: 'a',
  channelType: 'SMS',
  text: 'Hi',
  messages: [{ destination: '79161230001' }],
  other: Array.from({ length: 600 }, () =>
    Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, at])),
  ),
});

const growing = ({ companyId, senderIds }: Given) => ({
  companyId,
  senderIds,
  name: 'a',
  channelType: 'SMS',
  text: '{a}'.repeat(530),
  messages: Array.from({ length: 10_000 }, (_, at) => ({
    destination: String(79_161_230_000 + at),
    substitutions: { a: 'x'.repeat(1_600) },
  })),
});

const longTexts = ({ companyId, senderIds }: Given) => ({
  companyId,
  senderIds,
  name: 'a',
  channelType: 'SMS',
  text: 'Hi',
  messages: Array.from({ length: 3_800 }, (_, at) => ({
    destination: String(79_161_230_000 + at),
    customText: `${at} `.padEnd(10_000, 'x'),
  })),
});

const hundredValues = ({ companyId, senderIds }: Given) => ({
  companyId,
  senderIds,
  name: 'a',
  channelType: 'SMS',
  text: '{m1} {m99}',
  messages: Array.from({ length: 9_000 }, (_, at) => ({
    destination: String(79_161_230_000 + at),
    substitutions: Object.fromEntries(Array.from({ length: 100 }, (_, m) => [`m${m}`, 'value'])),
  })),
});

const unknownMembers = ({ companyId, senderIds }: Given) => ({
  companyId,
  senderIds,
  name: 'a',
  channelType: 'SMS',
  text: 'Hi',
  messages: Array.from({ length: 900 }, (_, at) => ({
    destination: String(79_161_230_000 + at),
    ...Object.fromEntries(Array.from({ length: 990 }, (_, m) => [`m${m}`, 1])),
  })),
});

test.each([
  ['an object of 400,000 members, which is refused', crowded, 400, 'must have at most 1000 members per object'],
  ['600,000 members in objects of 1,000, which are ignored', manyObjects, 200, '"success":1'],
  ['placeholders that would make eight gigabytes of text', growing, 200, '"success":0,"failed":10000'],
  ['900,000 values of placeholders', hundredValues, 200, '"success":9000'],
  ['900,000 members of recipients, which are ignored', unknownMembers, 200, '"success":900'],
  ['38 MB of texts that are too long', longTexts, 200, '"success":0,"failed":3800'],
])('%s: other callers are served meanwhile', async (_what, body, status, told) => {
  const { token } = await api.givenPartner();
  const thread = await givenSenderThread(
    { url: `${api.url}/dispatches`, token: attacker.token, given: attacker },
    body,
  );
  try {
    const blocksMs: number[] = [];
    while (blocksMs.length < TRIES_MAX && !blocksMs.some((ms) => ms < BLOCK_MS_MAX)) {
      const statuses: number[] = [];
      const blockMs = await longestBlockMs(async () => {
        let isOver = false;
        const answered = thread.post().finally(() => {
          isOver = true;
        });
        while (!isOver) {
          statuses.push((await api.call('GET', '/company', { token })).status);
          await pause(ASKED_EVERY_MS);
        }
        const answer = await answered;
        expect(answer).toMatchObject({ status, text: expect.stringContaining(told) as string });
      });
      expect(new Set(statuses)).toEqual(new Set([200]));
      blocksMs.push(blockMs);
    }
    expect(Math.min(...blocksMs)).toBeLessThan(BLOCK_MS_MAX);
  } finally {
    await thread.close();
  }
});
