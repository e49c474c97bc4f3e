import { expect, test } from 'vitest';
import { createSharedState, slot } from './shared-state.ts';

test('A slot has one value per shared state, and two shared states have separate values', () => {
  const names = slot(() => new Set<string>());
  const [one, other] = [createSharedState(), createSharedState()];
  one.of(names).add('a');
  expect([...one.of(names)]).toEqual(['a']);
  expect([...other.of(names)]).toEqual([]);
});

test('Two slots with the same initial value are separate', () => {
  const [sent, failed] = [slot(() => ({ count: 0 })), slot(() => ({ count: 0 }))];
  const state = createSharedState();
  state.of(sent).count += 1;
  expect(state.of(failed).count).toBe(0);
});

test('A slot may hold undefined without being created again', () => {
  let created = 0;
  const empty = slot(() => {
    created += 1;
    return undefined;
  });
  const state = createSharedState();
  state.of(empty);
  state.of(empty);
  expect(created).toBe(1);
});
