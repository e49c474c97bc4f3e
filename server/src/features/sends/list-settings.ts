// Which list a message goes into. Messages of one company, one day and the same settings share a list; the digest of
// the settings is its name.
import { createHash } from 'node:crypto';
import type { KeyActor } from '@volley/domain/actor.ts';
import { mayUseUnregistered } from '@volley/domain/sender-name.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { withoutPassword } from '../callbacks/masked-url.ts';
import { registerEndpoints } from '../callbacks/register-endpoint.ts';
import type { ListSettings } from '../dispatches/send-lists.ts';
import type { SendItem, SendOrigin } from './send.ts';

/** Everything that must be alike, in a form that is alike when it is. */
export function settingsDigest(account: KeyActor, item: SendItem, origin: SendOrigin): string {
  const { settings } = item;
  const alike = [
    item.channelType,
    settings.ttlSeconds,
    settings.useLocalTime,
    settings.localSendTime,
    settings.localCompletionTime,
    settings.hours?.toSorted((a, b) => a - b) ?? null,
    settings.days?.toSorted((a, b) => a - b) ?? null,
    settings.shortUrl,
    settings.callbackUrl,
    settings.callbackEndpointId ?? null,
    settings.callbackUrl === null ? null : settings.callbackEvents.toSorted(),
    account.trafficCenterId,
    origin.sendingMethod,
    ...sharesOf(item),
    ...(origin.dispatchId === undefined ? [] : [`steps of ${origin.dispatchId}`]),
  ];
  return digestOf(JSON.stringify(alike));
}

const SHARES = 64;

/**
 * A list has a strand for each name, and so many strands at most. Where any name may be given, some give every message
 * one of its own: such names are dealt out over several lists.
 */
function sharesOf({ channelType, senderName }: SendItem): number[] {
  if (!mayUseUnregistered(channelType, 'manual')) return [];
  let hash = 0;
  for (let at = 0; at < senderName.length; at += 1) hash = (hash * 31 + senderName.charCodeAt(at)) % 1_000_003;
  return [hash % SHARES];
}

const DIGESTS_MAX = 1_000;
const digests = new Map<string, string>();

/** Most messages have the settings of the one before. */
function digestOf(text: string): string {
  const known = digests.get(text);
  if (known !== undefined) return known;
  if (digests.size >= DIGESTS_MAX) digests.clear();
  const digest = createHash('sha256').update(text).digest('base64url');
  digests.set(text, digest);
  return digest;
}

/** One per list. A call may name many addresses: they are registered together. */
export async function listSettings(
  tx: Tx,
  needs: Pick<Platform, 'secrets' | 'config'>,
  account: KeyActor,
  items: readonly SendItem[],
  origin: SendOrigin,
): Promise<ListSettings[]> {
  const fresh = items.flatMap(({ settings }) =>
    settings.callbackUrl === null || settings.callbackEndpointId !== undefined ? [] : [settings.callbackUrl],
  );
  const idOf =
    fresh.length === 0 ? undefined : await registerEndpoints(tx, needs, account.companyId, fresh, 'MESSAGING');
  return items.map((item) => {
    const { callbackUrl, callbackEndpointId, ...settings } = item.settings;
    return {
      ...settings,
      digest: settingsDigest(account, item, origin),
      channelType: item.channelType,
      callbackEndpointId: callbackUrl === null ? null : (callbackEndpointId ?? idOf?.(callbackUrl) ?? null),
      callbackUrl: callbackUrl === null ? null : withoutPassword(callbackUrl),
      trafficCenterId: account.trafficCenterId,
      sendingMethod: origin.sendingMethod,
    };
  });
}
