import type { Fault } from '@volley/domain/refusals/fault.ts';
import { type PushProvider, tokenProblem } from '@volley/domain/subscribers/push-device.ts';
import {
  hasDevices,
  type SubscriberChannel,
  subscriberIdProblem,
} from '@volley/domain/subscribers/subscriber-channel.ts';

type Item = { readonly subscriberId?: string | undefined; readonly provider?: PushProvider | undefined };

/** The form of an id depends on the channel. Items and ids that fail the schema are skipped. */
export function subscriberIdFaults(channel: SubscriberChannel, items: readonly (Item | undefined)[]): Fault[] {
  const faults: Fault[] = [];
  for (const [at, item] of items.entries()) {
    if (item?.subscriberId === undefined) continue;
    const { subscriberId, provider } = item;
    const problem = subscriberIdProblem(channel, subscriberId);
    if (problem !== undefined) faults.push({ field: `subscribers[${at}].subscriberId`, ...problem });
    faults.push(...providerFaults(channel, `subscribers[${at}]`, { subscriberId, provider }));
  }
  return faults;
}

function providerFaults(
  channel: SubscriberChannel,
  path: string,
  { subscriberId, provider }: { readonly subscriberId: string; readonly provider: PushProvider | undefined },
): Fault[] {
  const field = `${path}.provider`;
  if (!hasDevices(channel))
    return provider === undefined ? [] : [{ field, reason: `must be absent on ${channel}`, code: 'invalid' }];
  if (provider === undefined) return [{ field, reason: `is required on ${channel}`, code: 'required' }];
  const reason = tokenProblem(provider, subscriberId);
  return reason === undefined ? [] : [{ field: `${path}.subscriberId`, reason, code: 'wrong-form' }];
}
