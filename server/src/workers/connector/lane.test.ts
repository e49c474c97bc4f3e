import { describe, expect, test } from 'vitest';
import type { Batch } from '../../features/queue/batches/batch.ts';
import type { Permission } from '../../features/queue/batches/begin-batches.ts';
import { BatchRun } from './batch-run.ts';
import { Lane } from './lane.ts';

const ALLOWED: Permission = { blocked: new Map(), ended: new Set(), inDoubt: false };

/** A lane whose `begin` calls are answered by the test. */
function openLane() {
  const asked: { ids: string[]; answer: (allowed: string[]) => Promise<void>; fail: () => Promise<void> }[] = [];
  const events: string[] = [];
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const lane = new Lane({
    begin: (batches) =>
      new Promise((resolve, reject) => {
        asked.push({
          ids: batches.map(({ id }) => id),
          answer: (allowed) => {
            resolve(new Map(allowed.map((id) => [id, ALLOWED])));
            return settled();
          },
          fail: () => {
            reject(new Error('database unavailable'));
            return settled();
          },
        });
      }),
    onBegun: ({ batch }) => events.push(`begun ${batch.id}`),
    onRefused: () => events.push('refused'),
    onReady: () => events.push('ready'),
    onFailed: (runs) => events.push(`failed ${runs.map(({ batch }) => batch.id).join()}`),
  });
  return { lane, asked, events };
}

function runOf(id: string, messages: number) {
  const acts: string[] = [];
  const batch: Batch = {
    id,
    attempt: 1,
    companyId: 1,
    dispatchId: 1,
    senderId: 1,
    senderName: 'Shop',
    linkId: 7,
    lane: 0,
    channelType: 'SMS',
    trafficType: 'AUTHORIZE',
    messages: Array.from({ length: messages }, (_, at) => ({
      id: `${id}-${at}`,
      seq: at + 1,
      destination: '79161230000',
      text: 'Hi',
      parts: 1,
    })),
  };
  const work = {
    payload: new Uint8Array(),
    ack: () => acts.push('ack'),
    nak: () => acts.push('nak'),
    working: () => undefined,
  };
  return { run: new BatchRun(batch, work, 1), acts };
}

describe('a lane', () => {
  test('a lane begins the batches that arrived meanwhile in one call, in order', async () => {
    const { lane, asked, events } = openLane();
    for (const id of ['a', 'b', 'c']) lane.arrive(runOf(id, 1).run);
    expect(asked.map(({ ids }) => ids)).toEqual([['a']]);
    await asked[0]?.answer(['a']);
    expect(asked.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
    await asked[1]?.answer(['b', 'c']);
    expect(events).toEqual(['begun a', 'ready', 'begun b', 'begun c', 'ready']);
    expect([lane.takeReady(), lane.takeReady(), lane.takeReady()].map((run) => run?.batch.id)).toEqual(['a', 'b', 'c']);
    expect(lane.hasReady).toBe(false);
  });

  test('a lane begins at most 1,500 messages until some of them are reported', async () => {
    const { lane, asked } = openLane();
    const runs = Array.from({ length: 8 }, (_, at) => runOf(`b${at}`, 250).run);
    for (const run of runs) lane.arrive(run);
    await asked[0]?.answer(['b0']);
    await asked[1]?.answer(['b1', 'b2', 'b3', 'b4', 'b5']);
    expect(asked.map(({ ids }) => ids)).toEqual([['b0'], ['b1', 'b2', 'b3', 'b4', 'b5']]);
    expect(lane.waiting.map(({ batch }) => batch.id)).toEqual(['b6', 'b7']);
    if (runs[0] !== undefined) lane.reported(runs[0]);
    expect(asked[2]?.ids).toEqual(['b6']);
  });

  test('a batch above the limit begins alone', async () => {
    const { lane, asked } = openLane();
    lane.arrive(runOf('large', 5_000).run);
    lane.arrive(runOf('next', 1).run);
    await asked[0]?.answer(['large']);
    expect(asked.map(({ ids }) => ids)).toEqual([['large']]);
  });

  test('a refused batch is acknowledged, never ready, and does not count toward the limit', async () => {
    const { lane, asked, events } = openLane();
    const refused = runOf('refused', 1_500);
    lane.arrive(refused.run);
    await asked[0]?.answer([]);
    expect([refused.acts, events, lane.hasReady]).toEqual([['ack'], ['refused', 'ready'], false]);
    lane.arrive(runOf('next', 1_500).run);
    expect(asked[1]?.ids).toEqual(['next']);
  });

  test('a lane continues after a failed begin', async () => {
    const { lane, asked, events } = openLane();
    lane.arrive(runOf('a', 1).run);
    lane.arrive(runOf('b', 1).run);
    await asked[0]?.fail();
    await asked[1]?.answer(['b']);
    expect(events).toEqual(['failed a', 'ready', 'begun b', 'ready']);
  });

  test('a run put back is next again, and batches not begun return to the bus', async () => {
    const { lane, asked } = openLane();
    for (const id of ['a', 'b']) lane.arrive(runOf(id, 1).run);
    await asked[0]?.answer(['a']);
    await asked[1]?.answer(['b']);
    const first = lane.takeReady();
    if (first !== undefined) lane.putBack(first);
    expect(lane.takeReady()?.batch.id).toBe('a');
    const full = runOf('full', 1_500);
    lane.arrive(full.run);
    await lane.giveBack(60_000);
    expect([full.acts, lane.waiting]).toEqual([['nak'], []]);
  });

  test('a lane that gives back waits for the permission of the batches that are being begun', async () => {
    const { lane, asked, events } = openLane();
    lane.arrive(runOf('a', 1).run);
    const given = lane.giveBack(60_000).then(() => events.push('given back'));
    await asked[0]?.answer(['a']);
    await given;
    expect(events).toEqual(['begun a', 'ready', 'given back']);
  });

  test('a lane gives back after its time limit if the database does not answer', async () => {
    const { lane, events } = openLane();
    lane.arrive(runOf('a', 1).run);
    await lane.giveBack(10);
    expect(events).toEqual([]);
  });
});
