import { describe, expect, test } from 'vitest';
import {
  isTemplateInForce,
  nextTemplateStatus,
  TEMPLATE_STATUSES,
  type TemplateEvent,
  type TemplateStatus,
  templateStatusAt,
} from './template-status.ts';

const MOVES: readonly [TemplateStatus, TemplateEvent, TemplateStatus][] = [
  ['INTERNAL_REVIEW', 'forward', 'EXTERNAL_REVIEW'],
  ['INTERNAL_REVIEW', 'reject', 'REJECTED'],
  ['EXTERNAL_REVIEW', 'accept', 'APPROVED'],
  ['EXTERNAL_REVIEW', 'accept-later', 'AWAITING'],
  ['EXTERNAL_REVIEW', 'reject', 'REJECTED'],
  ['EXTERNAL_REVIEW', 'deny', 'DENIED'],
  ['AWAITING', 'begin', 'APPROVED'],
  ['APPROVED', 'deny', 'DENIED'],
  ['REJECTED', 'correct', 'INTERNAL_REVIEW'],
];
const EVENTS: readonly TemplateEvent[] = [
  'forward',
  'accept',
  'accept-later',
  'begin',
  'reject',
  'correct',
  'deny',
  'close',
];

describe('the life cycle of a template', () => {
  test.each(MOVES)('from %s by %s to %s', (from, event, to) => {
    expect(nextTemplateStatus(from, event)).toBe(to);
  });

  test('can close from every status that is not final', () => {
    for (const status of TEMPLATE_STATUSES) {
      const isFinal = status === 'DENIED' || status === 'CLOSED';
      expect(nextTemplateStatus(status, 'close')).toBe(isFinal ? undefined : 'CLOSED');
    }
  });

  test('has no further moves', () => {
    const moves = TEMPLATE_STATUSES.flatMap((from) =>
      EVENTS.filter((event) => event !== 'close' && nextTemplateStatus(from, event) !== undefined),
    );
    expect(moves).toHaveLength(MOVES.length);
  });
});

describe('time', () => {
  const at = (status: TemplateStatus, nowMs: number, dateTo: Date | null = null) => ({
    template: { status, dateFrom: new Date(1000), dateTo },
    nowMs,
  });

  test.each([
    ['AWAITING before its start', at('AWAITING', 999), 'AWAITING'],
    ['AWAITING at its start', at('AWAITING', 1000), 'APPROVED'],
    ['APPROVED before its end', at('APPROVED', 1999, new Date(2000)), 'APPROVED'],
    ['APPROVED at its end', at('APPROVED', 2000, new Date(2000)), 'CLOSED'],
    ['AWAITING at its end', at('AWAITING', 2000, new Date(2000)), 'CLOSED'],
    ['DENIED at its end', at('DENIED', 2000, new Date(2000)), 'DENIED'],
  ])('%s', (_title, { template, nowMs }, expected) => {
    expect(templateStatusAt(template, nowMs)).toBe(expected);
  });

  test.each([
    ['APPROVED', 1000, 'manual', true],
    ['APPROVED', 999, 'manual', false],
    ['AWAITING', 1000, 'manual', true],
    ['EXTERNAL_REVIEW', 1000, 'manual', false],
    ['INTERNAL_REVIEW', 999, 'auto', true],
    ['EXTERNAL_REVIEW', 1000, 'auto', true],
    ['APPROVED', 1999, 'auto', true],
    ['APPROVED', 2000, 'auto', false],
    ['APPROVED', 2000, 'manual', false],
    ['REJECTED', 1000, 'auto', false],
    ['DENIED', 1000, 'auto', false],
    ['CLOSED', 1000, 'auto', false],
  ] as const)('%s at %i in %s moderation is in force: %s', (status, nowMs, moderation, expected) => {
    const template = { status, dateFrom: new Date(1000), dateTo: new Date(2000) };
    expect(isTemplateInForce(template, nowMs, moderation)).toBe(expected);
  });
});
