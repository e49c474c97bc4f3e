import { expect, test } from 'vitest';
import type { DispatchRow } from './dispatch-shapes.ts';
import { endedSince, movedRows, startedSince } from './live-rows.ts';

const counts = (delivered: number) => ({ accepted: 10, queued: 10 - delivered, withOperator: 0, delivered, failed: 0 });
const row = (id: number, change: Partial<DispatchRow> = {}): DispatchRow => ({
  id,
  kind: 'PARTNER',
  name: 'Sale',
  company: { id: 1, name: 'Shop' },
  channelType: 'SMS',
  status: 'STARTED',
  counts: counts(0),
  spend: null,
  createdAt: '2026-11-15T09:00:00Z',
  startedAt: null,
  endedAt: null,
  ...change,
});
const moving = (id: number, delivered: number) => ({ id, status: 'STARTED' as const, counts: counts(delivered) });

test('only rows with progress become new objects', () => {
  const rows = [row(1), row(2)];
  const moved = movedRows(rows, [moving(1, 5), moving(2, 0)]);
  expect(moved[0]?.counts.delivered).toBe(5);
  expect(moved[1]).toBe(rows[1]);
});

test('a page without progress stays the same object', () => {
  const rows = [row(1)];
  expect(movedRows(rows, [moving(1, 0), moving(7, 3)])).toBe(rows);
});

test('dispatches that started or ended are read again', () => {
  const rows = [row(1), row(2, { status: 'CREATED' }), row(3, { status: 'COMPLETED' }), row(4, { status: 'CREATED' })];
  expect(endedSince(rows, [moving(2, 0)])).toEqual([1]);
  expect(startedSince(rows, [moving(2, 0)])).toEqual([2]);
});
