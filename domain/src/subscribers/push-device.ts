// Devices of an app: the addresses of PUSH. A device is known by the token that a push provider gave to the app, or by
// the Web Push subscription of a browser as JSON text.

export const PUSH_PROVIDERS = ['FCM', 'APNS', 'RUSTORE', 'HMS', 'WEB_PUSH'] as const;

export type PushProvider = (typeof PUSH_PROVIDERS)[number];

/** Stored in the database: never renumber. */
export const PUSH_PROVIDER_CODES = {
  FCM: 1,
  APNS: 2,
  RUSTORE: 3,
  HMS: 4,
  WEB_PUSH: 5,
} as const satisfies Record<PushProvider, number>;

/** Per number. */
export const DEVICES_MAX = 10;

/**
 * The fault of a token as text that follows the path of its field. Tokens of apps have no form that their providers
 * promise.
 */
export function tokenProblem(provider: PushProvider, token: string): string | undefined {
  if (provider !== 'WEB_PUSH' || isWebPushSubscription(token)) return undefined;
  return 'must be a Web Push subscription as JSON text: an https endpoint, keys.p256dh and keys.auth';
}

function isWebPushSubscription(text: string): boolean {
  const { endpoint, keys } = membersOf(parsed(text));
  const { p256dh, auth } = membersOf(keys);
  const isHttps = typeof endpoint === 'string' && URL.parse(endpoint)?.protocol === 'https:';
  return isHttps && [p256dh, auth].every((key) => typeof key === 'string' && /^[\w-]+=*$/.test(key));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

type Linked = { readonly subscriberId: string; readonly destination: string };

/** The items of an upload that count, in its order: the last with a token, and the last ten with a number. */
export function lastDevices<Item extends Linked>(items: readonly Item[]): Item[] {
  const tokens = new Set<string>();
  const devices = new Map<string, number>();
  const kept = items.toReversed().filter(({ subscriberId, destination }) => {
    const held = devices.get(destination) ?? 0;
    if (tokens.has(subscriberId)) return false;
    tokens.add(subscriberId);
    devices.set(destination, held + 1);
    return held < DEVICES_MAX;
  });
  return kept.reverse();
}
