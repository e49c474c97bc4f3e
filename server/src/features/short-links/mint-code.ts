import { randomFillSync } from 'node:crypto';
import { CODE_LENGTH, codeOf } from '@volley/domain/short-links/short-link.ts';

/** `codeOf` skips some bytes; with two bytes per letter about one draw in a million is repeated. */
const DRAW_BYTES = CODE_LENGTH * 2;
const random = new Uint8Array(DRAW_BYTES * 256);
let at = random.length;

export function mintCode(): string {
  for (;;) {
    if (at >= random.length) {
      randomFillSync(random);
      at = 0;
    }
    const code = codeOf(random.subarray(at, at + DRAW_BYTES));
    at += DRAW_BYTES;
    if (code !== undefined) return code;
  }
}
