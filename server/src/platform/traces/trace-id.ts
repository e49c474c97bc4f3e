// Ids of traces. The trace of a message has the id of the message, without hyphens, and its root span has the last
// eight bytes of it: every process knows both without being told, minutes or days later. The id also decides whether
// the message is traced, by its 48 random bits, so all processes decide the same.
import { randomBytes } from 'node:crypto';

export type SpanPlace = { readonly traceId: string; readonly spanId: string };

const RANDOM_DIGITS = 12;
const UUID_LENGTH = 36;

export const traceIdOf = (uuid: string): string => uuid.replaceAll('-', '');

/** Never zero, which the standard forbids: it has the variant of the UUID. */
export const rootSpanIdOf = (uuid: string): string => uuid.slice(19, 23) + uuid.slice(24);

export const rootOf = (uuid: string): SpanPlace => ({ traceId: traceIdOf(uuid), spanId: rootSpanIdOf(uuid) });

export const newSpanId = (): string => randomBytes(8).toString('hex');

/** Compares the random digits of an id with those of a threshold. Allocates nothing: it runs for every message. */
export function createSampler(share: number): (uuid: string) => boolean {
  if (share >= 1) return () => true;
  if (share <= 0) return () => false;
  const threshold = Math.floor(share * 2 ** 48)
    .toString(16)
    .padStart(RANDOM_DIGITS, '0');
  return (uuid) => {
    for (let at = 0; at < RANDOM_DIGITS; at += 1) {
      const difference = uuid.charCodeAt(UUID_LENGTH - RANDOM_DIGITS + at) - threshold.charCodeAt(at);
      if (difference !== 0) return difference < 0;
    }
    return false;
  };
}

const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** The header `traceparent` of W3C Trace Context. Undefined: none, or malformed. */
export function readTraceParent(header: string | undefined): SpanPlace | undefined {
  if (header === undefined || header.length > 200) return undefined;
  const [, traceId, spanId] = TRACE_PARENT.exec(header) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
