import type { SenderStatus } from '@volley/domain/sender-status.ts';
import { expect, test } from 'vitest';
import { senderSteps } from './sender-steps.ts';

/** Oldest first, one a day from the 1st. */
const told = (...statuses: readonly SenderStatus[]) =>
  statuses.map((status, at) => ({ status, at: `2026-11-0${at + 1}` })).toReversed();
const words = (steps: ReturnType<typeof senderSteps>) => steps.map(({ status, place }) => `${status} ${place}`);

test('a request under review has its past behind and its approval ahead', () => {
  const steps = senderSteps('INTERNAL_REVIEW', told('DRAFT', 'PRE_REVIEW', 'INTERNAL_REVIEW'));
  expect(words(steps)).toEqual([
    'DRAFT done',
    'PRE_REVIEW done',
    'INTERNAL_REVIEW now',
    'EXTERNAL_REVIEW ahead',
    'APPROVED ahead',
  ]);
  expect(steps[1]?.at).toBe('2026-11-02');
});

test('waiting for a date is a step only where it happened', () => {
  expect(words(senderSteps('AWAITING', told('DRAFT')))).toContain('AWAITING now');
  expect(words(senderSteps('APPROVED', told('DRAFT', 'APPROVED')))).not.toContain('AWAITING done');
});

test('a rejected one shows how far it came, and that it can still be approved', () => {
  const steps = senderSteps('REJECTED', told('DRAFT', 'PRE_REVIEW', 'REJECTED'));
  expect(words(steps)).toEqual(['DRAFT done', 'PRE_REVIEW done', 'REJECTED now', 'APPROVED ahead']);
});

test('a closed one ends there', () => {
  expect(words(senderSteps('CLOSED', told('DRAFT', 'APPROVED', 'CLOSED')))).toEqual([
    'DRAFT done',
    'APPROVED done',
    'CLOSED now',
  ]);
});

test('a suspension is no new beginning, a second review is', () => {
  const steps = senderSteps('PRE_REVIEW', told('DRAFT', 'PRE_REVIEW', 'REJECTED', 'PRE_REVIEW', 'PRE_REVIEW'));
  expect(steps.find(({ status }) => status === 'PRE_REVIEW')?.at).toBe('2026-11-04');
});
