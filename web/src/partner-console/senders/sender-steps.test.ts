import type { SenderStatus } from '@volley/domain/senders/sender-status.ts';
import { expect, test } from 'vitest';
import { senderSteps } from './sender-steps.ts';

/** Oldest first, one per day from the 1st. */
const told = (...statuses: readonly SenderStatus[]) =>
  statuses.map((status, at) => ({ status, at: `2026-11-0${at + 1}` })).toReversed();
const words = (steps: ReturnType<typeof senderSteps>) => steps.map(({ status, place }) => `${status} ${place}`);

test('a request in review has done steps behind and the approval ahead', () => {
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

test('waiting for the start date is a step only for scheduled names', () => {
  expect(words(senderSteps('AWAITING', told('DRAFT')))).toContain('AWAITING now');
  expect(words(senderSteps('APPROVED', told('DRAFT', 'APPROVED')))).not.toContain('AWAITING done');
});

test('a rejected name shows the reached steps and the approval ahead', () => {
  const steps = senderSteps('REJECTED', told('DRAFT', 'PRE_REVIEW', 'REJECTED'));
  expect(words(steps)).toEqual(['DRAFT done', 'PRE_REVIEW done', 'REJECTED now', 'APPROVED ahead']);
});

test('the steps of a closed name end with the closing', () => {
  expect(words(senderSteps('CLOSED', told('DRAFT', 'APPROVED', 'CLOSED')))).toEqual([
    'DRAFT done',
    'APPROVED done',
    'CLOSED now',
  ]);
});

test('a suspension does not restart a step, but a second review does', () => {
  const steps = senderSteps('PRE_REVIEW', told('DRAFT', 'PRE_REVIEW', 'REJECTED', 'PRE_REVIEW', 'PRE_REVIEW'));
  expect(steps.find(({ status }) => status === 'PRE_REVIEW')?.at).toBe('2026-11-04');
});
