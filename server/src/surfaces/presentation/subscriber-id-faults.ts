import type { Fault } from '@volley/domain/refusals/fault.ts';
import { type SubscriberChannel, subscriberIdProblem } from '@volley/domain/subscribers/subscriber-channel.ts';

type Item = { readonly subscriberId?: string | undefined };

/** The form of an id depends on the channel. Items and ids that fail the schema are skipped. */
export function subscriberIdFaults(channel: SubscriberChannel, items: readonly (Item | undefined)[]): Fault[] {
  const faults: Fault[] = [];
  for (const [at, item] of items.entries()) {
    const reason = item?.subscriberId === undefined ? undefined : subscriberIdProblem(channel, item.subscriberId);
    if (reason !== undefined) faults.push({ field: `subscribers[${at}].subscriberId`, reason, code: 'wrong-form' });
  }
  return faults;
}
