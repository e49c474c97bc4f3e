// Message ids that never repeat, not even after a restart: a counter that starts from the time.
import { randomUUID } from 'node:crypto';
import type { Scenario } from './scenario.ts';

export type NextMessageId = (scenario: Scenario) => string;

export function messageIds(startMs: number): NextMessageId {
  let last = startMs * 1_000;
  return ({ idFormat, idWidth }) => {
    if (idFormat === 'uuid') return randomUUID();
    last += 1;
    const text = idFormat === 'hex' ? last.toString(16).toUpperCase() : String(last);
    return idWidth > text.length ? text.padStart(idWidth, '0') : text;
  };
}
