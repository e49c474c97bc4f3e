import { readFileSync } from 'node:fs';
import { FAULT_CODES } from '@volley/domain/fault.ts';
import { REFUSALS, Refusal, type RefusalReason } from '@volley/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import { SURFACES } from './endpoint.ts';
import { faceOf, INTERNAL_ERROR } from './errors.ts';

const guide = readFileSync(new URL('../../docs/guides/errors.md', import.meta.url), 'utf8');

test('the guide lists every code of details with what it tells', () => {
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(Object.fromEntries(rows)).toEqual(FAULT_CODES);
});

// The keys of the catalogue are its reasons; Object.keys forgets that.
const reasons = Object.keys(REFUSALS) as RefusalReason[];

describe('faceOf', () => {
  test.each(reasons)('%s has a code that belongs to its status on every surface', (reason) => {
    for (const surface of SURFACES) {
      const face = faceOf(new Refusal(reason), surface);
      // The widget shows numbers of three digits, which say nothing of a status.
      const isShown = surface === 'widget' && face.code < 1_000;
      if (!isShown) expect(Math.floor(face.code / 10)).toBe(face.status);
      expect(face.msg).not.toBe('');
    }
  });

  test('a forbidden change of a dispatch is 400 for partners and 403 for messaging', () => {
    const refusal = new Refusal('dispatch-status', { status: 'STARTED' });
    const msg = 'Inappropriate dispatch status: STARTED';
    expect(faceOf(refusal, 'partner')).toEqual({ code: 4000, status: 400, msg });
    expect(faceOf(refusal, 'messaging')).toEqual({ code: 4031, status: 403, msg });
  });

  test('an unknown path and an unknown thing are told apart by the message', () => {
    expect(faceOf(new Refusal('not-found'), 'partner').msg).toBe('Not Found');
    expect(faceOf(new Refusal('not-found', { kind: 'Company', id: 7 }), 'partner').msg).toBe('Company 7 not found');
  });

  test('every refusal with 4000 tells what to mend', () => {
    for (const reason of reasons)
      for (const surface of SURFACES) {
        const refusal = new Refusal(reason);
        if (faceOf(refusal, surface).code === 4000) expect(refusal.found.total).toBe(1);
      }
  });

  test('an internal error tells nothing', () => {
    expect(INTERNAL_ERROR).toEqual({ code: 5000, status: 500, msg: 'Internal error' });
  });
});
