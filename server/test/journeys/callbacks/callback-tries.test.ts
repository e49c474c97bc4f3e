import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { backdateTries, triesSkipped } from '../../given/failed-tries.ts';
import { givenShop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
const STEP_SECONDS = 300;
/** Less than the ten seconds after which a hanging request is ended. */
const QUICK_MS = 9_000;

const waiting = async (companyId: number) => {
  const [row] = await cell().sql<{ waiting: bigint; given_up: bigint }>(
    `select coalesce(sum(b.count), 0)::bigint as waiting, (select coalesce(sum(given_up), 0)::bigint from callback_endpoints where company_id = $1) as given_up
     from callback_endpoints e join callback_batches b on b.endpoint_id = e.id where e.company_id = $1`,
    [companyId],
  );
  return { waiting: Number(row?.waiting ?? 0n), givenUp: Number(row?.given_up ?? 0n) };
};

const endpointOf = async (companyId: number) => {
  const [row] = await cell().sql<{ id: number }>('select id from callback_endpoints where company_id = $1', [
    companyId,
  ]);
  if (row === undefined) throw new Error(`company ${companyId} has no callback target`);
  return row.id;
};

/** A dispatch whose delivered events go to a path that answers with the given statuses. */
async function givenEvents(path: string, count: number, status: number) {
  cell().sink.answer(path, () => status);
  await cell().link('mts');
  const shop = await givenShop(cell());
  const id = await shop.run(count, { callbackUrl: cell().sink.url(path) });
  await shop.untilStatus(id, 'COMPLETED');
  return shop;
}

const cameUntil = (path: string, count: number) =>
  until(`${count} requests have arrived at ${path}`, () => {
    const come = cell().sink.received(path);
    return come.length >= count && come;
  });

/** Moves business time by one step and waits until all due tries are recorded. */
async function step(path: string, atLeast: number): Promise<void> {
  await cell().advance(STEP_SECONDS);
  await cameUntil(path, atLeast);
}

describe('an event that its receiver refused', () => {
  covers('limits.callback-resend');
  test('is sent again after five minutes, not before, under the same id and with the number of the try', async () => {
    const shop = await givenEvents('/again', 3, 500);
    await cameUntil('/again', 3);
    await cell().advance(STEP_SECONDS - 30);
    await cell().settle();
    expect(cell().sink.received('/again')).toHaveLength(3);
    await cell().advance(40);
    await cameUntil('/again', 6);
    await cell().settle();
    cell().sink.answer('/again', () => 204);
    await cell().advance(STEP_SECONDS);
    const come = await cameUntil('/again', 9);
    for (const tries of Map.groupBy(come, ({ messageUuid }) => messageUuid).values()) {
      expect(tries.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '2', '3']);
      expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(tries.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    }
    expect(new Set(come.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    await until('no event waits', async () => (await waiting(shop.companyId)).waiting === 0);
    await cell().advance(STEP_SECONDS);
    await cell().settle();
    expect(cell().sink.received('/again')).toHaveLength(9);
  });

  test('by a redirect counts as a failed try, and the redirect is not followed', async () => {
    await givenEvents('/moved', 1, 302);
    await cameUntil('/moved', 1);
    await cell().settle();
    cell().sink.answer('/moved', () => 200);
    await step('/moved', 2);
  });

  covers('limits.callback-resend');
  test('is given up a day after its first try, after 289 tries in all', async () => {
    const shop = await givenEvents('/dead', 1, 503);
    await cameUntil('/dead', 1);
    const skipped = triesSkipped(280);
    for (let tries = 2; tries <= 289; tries += 1) {
      await until('the last try is recorded', async () => {
        const rows = await cell().sql(
          'select b.id from callback_batches b join callback_endpoints e on e.id = b.endpoint_id where e.company_id = $1 and b.attempts = $2 and e.owner is null',
          [shop.companyId, tries - 1],
        );
        return rows.length > 0;
      });
      if (tries === 4) {
        await backdateTries(cell(), 'callback_batches', await endpointOf(shop.companyId), skipped);
        tries += skipped;
      }
      await step('/dead', tries - (tries > 4 ? skipped : 0));
    }
    await until('the event is given up', async () => (await waiting(shop.companyId)).givenUp === 1);
    await cell().advance(2 * STEP_SECONDS);
    await cell().settle();
    expect(cell().sink.received('/dead')).toHaveLength(289 - skipped);
    expect(await waiting(shop.companyId)).toEqual({ waiting: 0, givenUp: 1 });
  });

  test('gets no burst of the tries that were missed while time went by', async () => {
    await givenEvents('/missed', 1, 500);
    await cameUntil('/missed', 1);
    await cell().settle();
    await cell().advance(6 * 3_600);
    await cameUntil('/missed', 2);
    await cell().settle();
    expect(cell().sink.received('/missed')).toHaveLength(2);
  });
});

test('by a target that hangs does not delay another target', async () => {
  await cell().link('mts');
  cell().sink.answer('/hangs', () => undefined);
  const [slow, quick] = [await givenShop(cell()), await givenShop(cell())];
  await slow.run(200, { callbackUrl: cell().sink.url('/hangs') });
  await cameUntil('/hangs', 10);
  const id = await quick.run(200, { callbackUrl: cell().sink.url('/quick') });
  await quick.untilStatus(id, 'COMPLETED');
  await until('the other events have arrived', () => cell().sink.received('/quick').length === 200, QUICK_MS);
  expect(cell().sink.received('/hangs').length).toBeLessThanOrEqual(64);
  cell().sink.answer('/hangs', () => 200);
});

describe('a callback target with more than a thousand waiting events', () => {
  test('gets one probe per five minutes, and all events when it is back', async () => {
    const shop = await givenEvents('/probe', 3_000, 500);
    await until('the first tries have ended', async () => {
      const rows = await cell().sql(
        'select id from callback_endpoints where company_id = $1 and owner is null and probe_at is not null',
        [shop.companyId],
      );
      return rows.length > 0;
    });
    const first = cell().sink.received('/probe').length;
    for (const probes of [1, 2, 3]) {
      await cell().advance(STEP_SECONDS + 1);
      await cameUntil('/probe', first + probes);
      await cell().settle();
      expect(cell().sink.received('/probe')).toHaveLength(first + probes);
    }
    cell().sink.answer('/probe', () => 200);
    await cell().advance(STEP_SECONDS + 1);
    await until('no event waits', async () => (await waiting(shop.companyId)).waiting === 0);
    const taken = cell()
      .sink.received('/probe')
      .slice(first + 3);
    expect(new Set(taken.map(({ messageUuid }) => messageUuid)).size).toBe(3_000);
    expect((await waiting(shop.companyId)).givenUp).toBe(0);
  });

  test('is given up with all its events when it fails for a day', async () => {
    const shop = await givenEvents('/gone', 1_500, 500);
    await until('the target is being probed', async () => {
      const rows = await cell().sql(
        'select id from callback_endpoints where company_id = $1 and owner is null and probe_at is not null',
        [shop.companyId],
      );
      return rows.length > 0;
    });
    await cell().advance(12 * 3_600);
    await cell().settle();
    expect((await waiting(shop.companyId)).waiting).toBe(1_500);
    for (let hours = 0; hours < 42; hours += 7) {
      await cell().advance(7 * 3_600);
      await cell().settle();
    }
    expect(await waiting(shop.companyId)).toEqual({ waiting: 0, givenUp: 1_500 });
  });
});
