// The id of a request, in the header X-Request-Id. A UUID of the caller or its proxy is used, with or without hyphens;
// any other value is replaced, because tables store ids as UUIDs and a log must not carry text of a stranger.
import { randomUUID } from 'node:crypto';

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

export function requestIdOf(header: string | string[] | undefined): string {
  const given = typeof header === 'string' ? UUID.exec(header) : null;
  return given === null || /^[0-]+$/.test(given[0]) ? randomUUID() : given.slice(1).join('-').toLowerCase();
}
