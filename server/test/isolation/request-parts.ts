// A request in parts, so that any one place of it can hold another value.
import type { Reply } from '../given/http-client.ts';
import type { IdSlot } from './id-slots.ts';

export type Parts = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[];
};

/** The request with another value in one of its places. */
export function put(parts: Parts, { part, path, isList }: IdSlot, value: unknown): Parts {
  const whole: Record<string, unknown> = structuredClone({ ...parts });
  let at = whole;
  for (const name of [part, ...path.slice(0, -1)]) {
    at[name] ??= {};
    at = at[name] as Record<string, unknown>; // made of records only
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

/** What the reply says, whichever id was asked for. */
export const told = ({ status, text }: Reply, id: unknown) => ({ status, text: text.replaceAll(String(id), '<id>') });
