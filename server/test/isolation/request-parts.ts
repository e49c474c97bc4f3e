// A request in parts, so that a test can replace the value in any place.
import type { Reply } from '../given/http-client.ts';
import type { IdSlot } from './id-slots.ts';

export type Parts = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[];
};

/** The request with another value in one place. */
export function put(parts: Parts, { part, path, isList }: IdSlot, value: unknown): Parts {
  const whole: Record<string, unknown> = structuredClone({ ...parts });
  let at = whole;
  for (const name of [part, ...path.slice(0, -1)]) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>; // a request consists of records only
  }
  at[path.at(-1) ?? ''] = isList ? [value] : value;
  return whole;
}

export function urlOf(path: string, { params = {}, query = {} }: Pick<Parts, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, String(one));
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

/** The reply without the requested id. The size of a page may contain the digits of an id. */
export const told = ({ status, text }: Reply, id: unknown) => ({
  status,
  text: text.replace(/"perPage":\d+/, '"perPage":<n>').replaceAll(String(id), '<id>'),
});
