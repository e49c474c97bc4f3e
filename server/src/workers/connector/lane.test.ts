import { describe, expect, test } from 'vitest';
import type { Batch } from '../../features/dispatches/batch.ts';
import type { Permission } from '../../features/dispatches/begin-batches.ts';
import { BatchRun } from './batch-run.ts';
import { Lane } from './lane.ts';

const ALLOWED: Permission = { blocked: new Map(), ended: new Set(), inDoubt: false };

/** A lane whose questions to the database are answered by the test, one after the other. */
function openLane() {
  const asked: { ids: string[]; answer: (allowed: string[]) => Promise<void>; fail: () => Promise<void> }[] = [];
  const told: string[] = [];
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
            reject(new Error('no database'));
            return settled();
          },
        });
      }),
    onBegun: ({ batch }) => told.push(`begun ${batch.id}`),
    onRefused: () => told.push('refused'),
    onReady: () => told.push('ready'),
    onFailed: (runs) => told.push(`failed ${runs.map(({ batch }) => batch.id).join()}`),
  });
  return { lane, asked, told };
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
  return { run: new BatchRun(batch, work), acts };
}

describe('a lane', () => {
  test('asks for what came meanwhile with one question, and keeps the order', async () => {
    const { lane, asked, told } = openLane();
    for (const id of ['a', 'b', 'c']) lane.arrive(runOf(id, 1).run);
    expect(asked.map(({ ids }) => ids)).toEqual([['a']]);
    await asked[0]?.answer(['a']);
    expect(asked.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
    await asked[1]?.answer(['b', 'c']);
    expect(told).toEqual(['begun a', 'ready', 'begun b', 'begun c', 'ready']);
    expect([lane.takeReady(), lane.takeReady(), lane.takeReady()].map((run) => run?.batch.id)).toEqual(['a', 'b', 'c']);
    expect(lane.hasReady).toBe(false);
  });

  test('begins 1,500 messages and no more until some of them are reported', async () => {
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

  test('a batch larger than the limit goes alone', async () => {
    const { lane, asked } = openLane();
    lane.arrive(runOf('large', 5_000).run);
    lane.arrive(runOf('next', 1).run);
    await asked[0]?.answer(['large']);
    expect(asked.map(({ ids }) => ids)).toEqual([['large']]);
  });

  test('what the database refuses is acknowledged, never ready, and takes no room', async () => {
    const { lane, asked, told } = openLane();
    const refused = runOf('refused', 1_500);
    lane.arrive(refused.run);
    await asked[0]?.answer([]);
    expect([refused.acts, told, lane.hasReady]).toEqual([['ack'], ['refused', 'ready'], false]);
    lane.arrive(runOf('next', 1_500).run);
    expect(asked[1]?.ids).toEqual(['next']);
  });

  test('goes on after a question that failed', async () => {
    const { lane, asked, told } = openLane();
    lane.arrive(runOf('a', 1).run);
    lane.arrive(runOf('b', 1).run);
    await asked[0]?.fail();
    await asked[1]?.answer(['b']);
    expect(told).toEqual(['failed a', 'ready', 'begun b', 'ready']);
  });

  test('what was put back is the next again; what was not begun can be given back', async () => {
    const { lane, asked } = openLane();
    for (const id of ['a', 'b']) lane.arrive(runOf(id, 1).run);
    await asked[0]?.answer(['a']);
    await asked[1]?.answer(['b']);
    const first = lane.takeReady();
    if (first !== undefined) lane.putBack(first);
    expect(lane.takeReady()?.batch.id).toBe('a');
    const full = runOf('full', 1_500);
    lane.arrive(full.run);
    lane.giveBack();
    expect([full.acts, lane.waiting]).toEqual([['nak'], []]);
  });
});
