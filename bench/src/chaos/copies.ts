// Submits from the operators' own log.
import { readFileSync } from 'node:fs';

/** Number → operators' ids of its submits. Each number is used by one message, so these are copies of one message. */
export function readCopies(acceptLog: string): Map<string, string[]> {
  const copies = new Map<string, string[]>();
  for (const line of readFileSync(acceptLog, 'utf8').split('\n')) {
    const [, destination, , messageId] = line.split(',');
    if (destination === undefined || messageId === undefined) continue;
    const ids = copies.get(destination);
    if (ids === undefined) copies.set(destination, [messageId]);
    else ids.push(messageId);
  }
  return copies;
}

export const countSubmits = (copies: ReadonlyMap<string, readonly string[]>): Map<string, number> =>
  new Map([...copies].map(([destination, ids]) => [destination, ids.length]));
