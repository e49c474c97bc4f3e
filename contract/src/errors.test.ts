import { readFileSync } from 'node:fs';
import { FAULT_CODES } from '@volley/domain/refusals/fault.ts';
import { REFUSALS, Refusal, type RefusalReason } from '@volley/domain/refusals/refusal.ts';
import { describe, expect, test } from 'vitest';
import { SURFACES } from './endpoint.ts';
import { apiErrorOf, INTERNAL_ERROR } from './errors.ts';

const guide = readFileSync(new URL('../../docs/guides/errors.md', import.meta.url), 'utf8');

test('the guide lists every code of details with its meaning', () => {
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(Object.fromEntries(rows)).toEqual(FAULT_CODES);
});

// Object.keys loses the type of the keys.
const reasons = Object.keys(REFUSALS) as RefusalReason[];

describe('apiErrorOf', () => {
  test.each(reasons)('%s has a code that belongs to its status on every surface', (reason) => {
    for (const surface of SURFACES) {
      const apiError = apiErrorOf(new Refusal(reason), surface);
      // Widget codes have three digits and no relation to the status.
      const isShown = surface === 'widget' && apiError.code < 1_000;
      if (!isShown) expect(Math.floor(apiError.code / 10)).toBe(apiError.status);
      expect(apiError.msg).not.toBe('');
    }
  });

  test('answers a forbidden change of a dispatch with 400 in the partner API and 403 in the messaging API', () => {
    const refusal = new Refusal('dispatch-status', { status: 'STARTED' });
    const msg = 'Inappropriate dispatch status: STARTED';
    expect(apiErrorOf(refusal, 'partner')).toEqual({ code: 4000, status: 400, msg });
    expect(apiErrorOf(refusal, 'messaging')).toEqual({ code: 4031, status: 403, msg });
  });

  test('distinguishes an unknown path and an unknown object by the message', () => {
    expect(apiErrorOf(new Refusal('not-found'), 'partner').msg).toBe('Not Found');
    expect(apiErrorOf(new Refusal('not-found', { kind: 'Company', id: 7 }), 'partner').msg).toBe('Company 7 not found');
  });

  test('reports the faults of every refusal with code 4000', () => {
    for (const reason of reasons)
      for (const surface of SURFACES) {
        const refusal = new Refusal(reason);
        if (apiErrorOf(refusal, surface).code === 4000) expect(refusal.found.total).toBe(1);
      }
  });

  test('hides the cause of an internal error', () => {
    expect(INTERNAL_ERROR).toEqual({ code: 5000, status: 500, msg: 'Internal error' });
  });
});
