import { describe, expect, test } from 'vitest';
import type { SenderStatus } from './sender-status.ts';
import { senderActions, senderTurn } from './sender-turn.ts';

const NOW = new Date('2026-11-15T12:00:00Z').getTime();
const sender = (status: SenderStatus, change: { suspended?: boolean; dateTo?: Date } = {}) => ({
  status,
  suspended: change.suspended ?? false,
  dateTo: change.dateTo ?? null,
});

describe('the turn', () => {
  test.each([
    ['DRAFT', false, 'partner'],
    ['DRAFT', true, 'platform'],
    ['PRE_REVIEW', true, 'platform'],
    ['INTERNAL_REVIEW', true, 'platform'],
    ['EXTERNAL_REVIEW', true, 'operator'],
    ['AWAITING', true, 'nobody'],
    ['APPROVED', true, 'nobody'],
    ['REJECTED', true, 'partner'],
    ['DENIED', true, 'nobody'],
    ['CLOSED', true, 'nobody'],
  ] as const)('%s, complete %s: %s', (status, isComplete, turn) => {
    expect(senderTurn(status, isComplete, 'manual')).toBe(turn);
  });

  test('has no party where the first use approves names', () => {
    expect(senderTurn('DRAFT', false, 'auto')).toBe('nobody');
    expect(senderTurn('REJECTED', true, 'auto')).toBe('partner');
  });
});

describe('actions', () => {
  test('a name in use can be suspended and closed, not renamed', () => {
    expect(senderActions(sender('APPROVED'), NOW, 'manual')).toEqual({
      suspend: true,
      unsuspend: false,
      close: true,
      keepOpen: false,
      edit: ['dateTo'],
    });
  });

  test('a suspended name can be unsuspended', () => {
    const actions = senderActions(sender('APPROVED', { suspended: true }), NOW, 'manual');
    expect(actions).toMatchObject({ suspend: false, unsuspend: true });
  });

  test('a future end of validity can be removed', () => {
    const ending = sender('APPROVED', { dateTo: new Date(NOW + 1) });
    expect(senderActions(ending, NOW, 'manual').keepOpen).toBe(true);
    expect(senderActions(ending, NOW + 1, 'manual')).toMatchObject({ keepOpen: false, close: false, suspend: false });
  });

  test.each(['DENIED', 'CLOSED'] as const)('%s allows no action', (status) => {
    expect(senderActions(sender(status), NOW, 'manual')).toMatchObject({ suspend: false, close: false, edit: [] });
  });

  test('a rejected request can be corrected', () => {
    expect(senderActions(sender('REJECTED'), NOW, 'manual').edit).toContain('senderName');
  });
});
