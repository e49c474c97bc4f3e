// A delivery as a line of the terminal: time, events, message, answer, duration, start of the receiver's body.
import type { Delivery } from './delivery.ts';

export type Paint = (tone: 'good' | 'bad' | 'dim', text: string) => string;

const CODES = { good: 32, bad: 31, dim: 2 } as const;

export function painter(inColour: boolean): Paint {
  return (tone, text) => (inColour ? `\u001B[${CODES[tone]}m${text}\u001B[0m` : text);
}

export function lineOf(delivery: Delivery, paint: Paint): string {
  const { at, events, messageUuids, numbers, replayed, status, error, ms, response } = delivery;
  const [first = '', ...others] = messageUuids;
  const isTaken = status !== null && status >= 200 && status < 300;
  const parts = [
    paint('dim', at.slice(11, 19)),
    `${events.join('+')}${numbers.length > 1 ? ` ×${numbers.length}` : ''}${replayed ? ' (replay)' : ''}`,
    `${first}${others.length > 0 ? ` and ${others.length} more` : ''}`,
    paint(isTaken ? 'good' : 'bad', status === null ? (error ?? 'failed') : String(status)),
    `${ms} ms`,
    paint('dim', oneLine(response)),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

/** A receiver may answer anything: control characters must not reach the terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
