// Any steps with the subscribers of a bot, compared with a model in memory.
import { lastItems } from '@volley/domain/subscribers/subscriber-upload.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { propertyRuns } from '../../../../tools/proofs/property-runs.ts';
import { storeBotEvents } from '../../../src/features/subscribers/store-bot-events.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { type Bot, FIRST_NUMBER, givenBot, linkOf as link } from '../../given/people/bots.ts';
import { codeOf } from '../../given/people/templates.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await sharedApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

type Known = { number: number | null; status: 'ACTIVE' | 'STOPPED' | 'GONE'; tags: readonly string[] };
type Step =
  | { readonly kind: 'upload'; readonly links: readonly ReturnType<typeof link>[] }
  | { readonly kind: 'move'; readonly id: string; readonly status: Known['status'] }
  | { readonly kind: 'act'; readonly id: string; readonly act: 'started' | 'stopped' }
  | { readonly kind: 'share'; readonly id: string; readonly number: number }
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
  | { readonly kind: 'delete-numbers'; readonly numbers: readonly number[] };

/** One item after the other, without bulk statements. */
function apply(book: Map<string, Known>, step: Step): void {
  if (step.kind === 'move') {
    const known = book.get(step.id);
    if (known !== undefined) known.status = step.status;
  } else if (step.kind === 'act') {
    const known = book.get(step.id);
    if (known !== undefined) known.status = step.act === 'started' ? 'ACTIVE' : 'STOPPED';
  } else if (step.kind === 'share') {
    applyUpload(book, [link(step.id, step.number)]);
    const known = book.get(step.id);
    if (known !== undefined) known.status = 'ACTIVE';
  } else if (step.kind === 'delete') for (const id of step.ids) book.delete(id);
  else if (step.kind === 'delete-numbers')
    for (const [id, { number }] of book) {
      if (number !== null && step.numbers.includes(number)) book.delete(id);
    }
  else applyUpload(book, lastItems(step.links));
}

function applyUpload(book: Map<string, Known>, links: readonly ReturnType<typeof link>[]): void {
  const listed = new Set(links.map(({ subscriberId }) => subscriberId));
  for (const { subscriberId, destination, tags } of links) {
    const number = Number(destination) - FIRST_NUMBER;
    for (const [id, holder] of book)
      if (id !== subscriberId && holder.number === number) {
        if (holder.status === 'STOPPED' || listed.has(id)) holder.number = null;
        else book.delete(id);
      }
    const known = book.get(subscriberId);
    const status = known?.status === 'STOPPED' ? 'STOPPED' : 'ACTIVE';
    book.set(subscriberId, { number, status, tags: tags ?? known?.tags ?? [] });
  }
}

const ORDER = ['ACTIVE', 'STOPPED', 'GONE'];

function listOf(book: ReadonlyMap<string, Known>): string[] {
  return [...book]
    .toSorted(
      ([id, one], [otherId, other]) =>
        ORDER.indexOf(one.status) - ORDER.indexOf(other.status) || (id < otherId ? -1 : 1),
    )
    .map(([id, { number, status, tags }]) => `${id} ${number} ${status} ${tags.join()}`);
}

async function shownBy(bot: Bot, query = ''): Promise<string[]> {
  const { items } = await bot.list(query);
  return items.map(({ subscriberId, destination, status, tags }) => {
    const number = destination === null ? null : Number(destination) - FIRST_NUMBER;
    return `${subscriberId} ${number} ${status} ${tags.join()}`;
  });
}

describe('a book', () => {
  const id = fc.constantFrom('1', '2', '3', '10', '20');
  const number = fc.integer({ min: 1, max: 5 });
  const tags = fc.option(fc.constantFrom<readonly string[]>([], ['a'], ['a', 'b']), { nil: undefined });
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('upload' as const),
        links: fc.array(
          fc.tuple(id, number, tags).map((parts) => link(...parts)),
          { minLength: 1, maxLength: 6 },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        id,
        status: fc.constantFrom('ACTIVE', 'STOPPED', 'GONE'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('act' as const), id, act: fc.constantFrom('started', 'stopped') }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('share' as const), id, number }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), ids: fc.array(id, { minLength: 1 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('delete-numbers' as const),
        numbers: fc.array(number, { minLength: 1 }),
      }),
    },
  );

  function act({ name }: Bot, one: Extract<Step, { kind: 'act' | 'share' }>): Promise<void> {
    const what =
      one.kind === 'act'
        ? { kind: one.act }
        : ({ kind: 'started', number: String(FIRST_NUMBER + one.number) } as const);
    const event = { subscriberId: one.id, ageMs: 0, ...what };
    return storeBotEvents(api.platform, { companyId: account.companyId, ...name }, [event]);
  }

  async function perform(bot: Bot, one: Step): Promise<number> {
    if (one.kind === 'move') await bot.move(one.id, one.status);
    else if (one.kind === 'act' || one.kind === 'share') await act(bot, one);
    else if (one.kind === 'upload') return codeOf(await bot.upload(one.links));
    else if (one.kind === 'delete') return codeOf(await bot.remove({ subscriberIds: one.ids }));
    else return codeOf(await bot.remove({ destinations: one.numbers.map((n) => String(FIRST_NUMBER + n)) }));
    return 200;
  }

  covers('messaging.subscriber.upload.known-id', 'messaging.subscriber.upload.known-number');
  test('is that of the model after any steps, its counters are exact and its pages make the whole list', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (made, perPage) => {
        const bot = await givenBot(api, account);
        const book = new Map<string, Known>();
        for (const one of made) {
          expect(await perform(bot, one)).toBe(200);
          apply(book, one);
          expect(await shownBy(bot)).toEqual(listOf(book));
        }
        const { counters, rows } = await bot.counted();
        expect(counters).toEqual(rows);
        const pages = [];
        for (let page = 1; page <= Math.ceil(book.size / perPage); page += 1)
          pages.push(...(await shownBy(bot, `page=${page}&per_page=${perPage}`)));
        expect(pages).toEqual(listOf(book));
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  test('ends in one of the orders of uploads that ran at the same time', async () => {
    const bot = await givenBot(api, account);
    const uploads = Array.from({ length: 10 }, (_, at) =>
      Array.from({ length: 20 }, (__, one) => link(String((one + at) % 20), one)),
    );
    expect(new Set((await Promise.all(uploads.map((one) => bot.upload(one)))).map(codeOf))).toEqual(new Set([200]));
    const shown = await shownBy(bot);
    const possible = uploads.map((links) => {
      const book = new Map<string, Known>();
      applyUpload(book, links);
      return listOf(book);
    });
    expect(possible).toContainEqual(shown);
  });
});
