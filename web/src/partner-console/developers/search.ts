// URL parameters of the pages for developers; `company` belongs to every page.

export const DELIVERY_STATES = ['delivered', 'retrying', 'recovered', 'given-up'] as const;
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
/** Hours back from now. */
export const PERIODS = [1, 24, 168, 720] as const;

export type KeySearch = { readonly ended?: boolean };
export type CallbackSearch = {
  readonly target?: number;
  readonly state?: (typeof DELIVERY_STATES)[number];
  readonly before?: number;
};
export type RequestSearch = {
  readonly status?: (typeof STATUS_CLASSES)[number];
  readonly key?: string;
  readonly code?: number;
  readonly path?: string;
  readonly request?: string;
  readonly hours?: (typeof PERIODS)[number];
  readonly after?: string;
};
export type InboundSearch = { readonly name?: string };

export function keySearch({ ended }: Record<string, unknown>): KeySearch {
  return ended === true ? { ended } : {};
}

export function callbackSearch({ target, state, before }: Record<string, unknown>): CallbackSearch {
  return {
    ...whole('target', target),
    ...oneOf('state', DELIVERY_STATES, state),
    ...whole('before', before),
  };
}

export function requestSearch({
  status,
  key,
  code,
  path,
  request,
  hours,
  after,
}: Record<string, unknown>): RequestSearch {
  return {
    ...oneOf('status', STATUS_CLASSES, status),
    ...text('key', key, /^[\w-]{12}$/),
    ...whole('code', code),
    ...text('path', path, /^.{1,100}$/),
    ...text('request', request, /^[0-9a-f-]{36}$/),
    ...oneOf('hours', PERIODS, hours),
    ...text('after', after, /^\d+_[0-9a-f-]{36}$/),
  };
}

export function inboundSearch({ name }: Record<string, unknown>): InboundSearch {
  return text('name', typeof name === 'number' ? String(name) : name, /^.{1,255}$/);
}

type Maybe<Name extends string, Value> = { readonly [Key in Name]?: Value };

/** An object with this member, or an empty one. */
function member<Name extends string, Value>(name: Name, value: Value | undefined): Maybe<Name, Value> {
  return (value === undefined ? {} : { [name]: value }) as Maybe<Name, Value>; // exactly this member
}

function whole<Name extends string>(name: Name, value: unknown) {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  return member(name, isWhole ? value : undefined);
}

function text<Name extends string>(name: Name, value: unknown, form: RegExp) {
  return member(name, typeof value === 'string' && form.test(value) ? value : undefined);
}

function oneOf<Name extends string, const Value>(name: Name, all: readonly Value[], value: unknown) {
  return member(
    name,
    all.find((known) => known === value),
  );
}
