// Messages whose tries at a link are used up, step by step: they go over another open link, never back.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startedDispatches } from '../given/rows/dispatches.ts';
import { givenPlayedLink } from '../given/rows/links.ts';
import { messageIdsOf, messageStatusOf } from '../given/rows/messages.ts';
import { type Given, given } from './engine-plan.ts';

let world: Given;
beforeEach(async () => {
  world = await given('FIXED');
});
afterEach(() => world.api.close());

async function giveUp(): Promise<void> {
  const { steps } = world;
  await steps.begin(-1);
  await steps.submit(0, ['sent'], 'elsewhere');
  await steps.record(-2);
  await steps.record(-1);
  await steps.requeue();
}

/** A dispatch of one message, whose batch is claimed for the first link. */
async function givenClaimed(): Promise<() => Promise<string>> {
  await world.steps.start(1);
  await world.steps.claim();
  const [dispatchId = 0] = await startedDispatches(world.api);
  const [messageId = ''] = await messageIdsOf(world.api, dispatchId);
  return () => messageStatusOf(world.api, messageId);
}

test('without another link they end at once', async () => {
  const status = await givenClaimed();
  await giveUp();
  expect(await status()).toBe('FAILED');
});

test('they go over another open link, and end when its tries are used up too', async () => {
  const status = await givenClaimed();
  await givenPlayedLink(world.api, { name: 'second' });
  await giveUp();
  expect(await status()).toBe('CREATED');
  await giveUp();
  expect(await status()).toBe('FAILED');
});
