import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SenderEvent, SenderStatus } from './sender-status.ts';
import {
  isSenderFieldEditable,
  isSenderUsable,
  nextSenderStatus,
  SENDER_EVENTS,
  SENDER_STATUSES,
  senderObstacle,
  senderStatusAt,
} from './sender-status.ts';

const ALLOWED: readonly (readonly [SenderStatus, SenderEvent, SenderStatus])[] = [
  ['DRAFT', 'submit', 'PRE_REVIEW'],
  ['PRE_REVIEW', 'take', 'INTERNAL_REVIEW'],
  ['PRE_REVIEW', 'reject', 'REJECTED'],
  ['INTERNAL_REVIEW', 'reject', 'REJECTED'],
  ['INTERNAL_REVIEW', 'forward', 'EXTERNAL_REVIEW'],
  ['EXTERNAL_REVIEW', 'accept-later', 'AWAITING'],
  ['EXTERNAL_REVIEW', 'accept', 'APPROVED'],
  ['EXTERNAL_REVIEW', 'reject', 'REJECTED'],
  ['EXTERNAL_REVIEW', 'deny', 'DENIED'],
  ['APPROVED', 'deny', 'DENIED'],
  ['AWAITING', 'begin', 'APPROVED'],
  ['REJECTED', 'correct', 'PRE_REVIEW'],
  ['DRAFT', 'close', 'CLOSED'],
  ['PRE_REVIEW', 'close', 'CLOSED'],
  ['INTERNAL_REVIEW', 'close', 'CLOSED'],
  ['EXTERNAL_REVIEW', 'close', 'CLOSED'],
  ['AWAITING', 'close', 'CLOSED'],
  ['APPROVED', 'close', 'CLOSED'],
  ['REJECTED', 'close', 'CLOSED'],
  ['DRAFT', 'first-use', 'APPROVED'],
  ['PRE_REVIEW', 'first-use', 'APPROVED'],
  ['INTERNAL_REVIEW', 'first-use', 'APPROVED'],
  ['EXTERNAL_REVIEW', 'first-use', 'APPROVED'],
  ['AWAITING', 'first-use', 'APPROVED'],
];

describe('the life cycle of a sender name', () => {
  test('has exactly the listed moves', () => {
    for (const from of SENDER_STATUSES) {
      for (const event of SENDER_EVENTS) {
        const listed = ALLOWED.find(([status, name]) => status === from && name === event);
        expect(nextSenderStatus(from, event), `${from} ${event}`).toBe(listed?.[2]);
      }
    }
  });

  test('ends for good when denied or closed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SENDER_EVENTS), { maxLength: 30, size: 'max' }), (events) => {
        let status: SenderStatus = 'DRAFT';
        for (const event of events) {
          const next = nextSenderStatus(status, event);
          if (status === 'DENIED' || status === 'CLOSED') expect(next).toBeUndefined();
          status = next ?? status;
        }
      }),
    );
  });
});

describe('use of a name', () => {
  const now = Date.UTC(2026, 10, 15);
  const sender = { status: 'APPROVED', suspended: false, dateTo: null } as const;

  test('manual moderation lets only approved names send', () => {
    const usable = SENDER_STATUSES.filter((status) => isSenderUsable({ ...sender, status }, now, 'manual'));
    expect(usable).toEqual(['APPROVED']);
  });

  test('automatic moderation lets every name send until it is refused', () => {
    const usable = SENDER_STATUSES.filter((status) => isSenderUsable({ ...sender, status }, now, 'auto'));
    expect(usable).toEqual(['DRAFT', 'PRE_REVIEW', 'INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'AWAITING', 'APPROVED']);
  });

  test('a suspended name never sends', () => {
    expect(isSenderUsable({ ...sender, suspended: true }, now, 'auto')).toBe(false);
  });

  test('a name sends until the instant its validity ends', () => {
    expect(isSenderUsable({ ...sender, dateTo: now + 1 }, now, 'manual')).toBe(true);
    expect(isSenderUsable({ ...sender, dateTo: now }, now, 'manual')).toBe(false);
    expect(isSenderUsable({ ...sender, dateTo: new Date(now) }, now, 'manual')).toBe(false);
  });
});

test('an expired name counts as closed, and a denied name stays denied', () => {
  const now = Date.UTC(2026, 10, 15);
  for (const status of SENDER_STATUSES) {
    expect(senderStatusAt({ status, dateTo: null }, now)).toBe(status);
    expect(senderStatusAt({ status, dateTo: now + 1 }, now)).toBe(status);
    expect(senderStatusAt({ status, dateTo: new Date(now) }, now)).toBe(status === 'DENIED' ? 'DENIED' : 'CLOSED');
  }
});

describe('editing', () => {
  const editable = (field: Parameters<typeof isSenderFieldEditable>[0], moderation: 'manual' | 'auto') =>
    SENDER_STATUSES.filter((status) => isSenderFieldEditable(field, status, moderation));

  test.each(['senderName', 'commonType', 'documentIds'] as const)(
    'allows %s until the operator has the request',
    (field) => {
      expect(editable(field, 'manual')).toEqual(['DRAFT', 'PRE_REVIEW', 'INTERNAL_REVIEW', 'REJECTED']);
    },
  );

  test('allows dateFrom until the name is approved', () => {
    expect(editable('dateFrom', 'manual')).toEqual(SENDER_STATUSES.filter((s) => !/APPROVED|DENIED|CLOSED/.test(s)));
  });

  test('allows dateTo until the name has ended', () => {
    expect(editable('dateTo', 'manual')).toEqual(SENDER_STATUSES.filter((s) => !/DENIED|CLOSED/.test(s)));
  });

  test('allows every field until the first use with automatic moderation', () => {
    expect(editable('senderName', 'auto')).toEqual(SENDER_STATUSES.filter((s) => !/APPROVED|DENIED|CLOSED/.test(s)));
  });
});

test.each([
  ['APPROVED', 'manual', undefined],
  ['AWAITING', 'manual', undefined],
  ['DRAFT', 'manual', 'in-review'],
  ['PRE_REVIEW', 'manual', 'in-review'],
  ['EXTERNAL_REVIEW', 'manual', 'in-review'],
  ['DRAFT', 'auto', undefined],
  ['REJECTED', 'auto', 'rejected'],
  ['DENIED', 'auto', 'denied'],
  ['CLOSED', 'auto', 'closed'],
] as const)('a dispatch under a name in %s with %s moderation meets %s', (status, moderation, obstacle) => {
  expect(senderObstacle({ status, suspended: false, dateTo: null }, 5, moderation)).toBe(obstacle);
  expect(senderObstacle({ status, suspended: true, dateTo: null }, 5, moderation)).toBe('suspended');
});

test('an expired name is closed for dispatches before its stored status changes', () => {
  expect(senderObstacle({ status: 'APPROVED', suspended: false, dateTo: 5 }, 5, 'auto')).toBe('closed');
  expect(senderObstacle({ status: 'APPROVED', suspended: false, dateTo: 6 }, 5, 'auto')).toBeUndefined();
});
