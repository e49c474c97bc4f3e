// A cascade whose steps all stand in one list is a message with the others behind it. What is wrong with it is told in
// the places of the list.
import type { BodyOf } from '@volley/contract/endpoint.ts';
import type { sendCascades, sendMessages } from '@volley/contract/messaging/messages.ts';
import { Refusal, refusalOf } from '@volley/domain/refusal.ts';

type MessageBody = BodyOf<typeof sendMessages>[number];
type CascadeBody = BodyOf<typeof sendCascades>[number];

/** `ttl` and `shortUrl` beside the list are for the steps that say none. */
export function asMessages(body: readonly CascadeBody[]): MessageBody[] {
  return body.map(({ cascade, ttl, shortUrl, ...beside }, at) => {
    const [first, ...others] = cascade.map(({ condition, ...step }) => ({
      ...(ttl !== undefined && { ttl }),
      ...(shortUrl !== undefined && { shortUrl }),
      ...step,
      ...(condition !== undefined && { cascadeCondition: condition }),
    }));
    if (first === undefined)
      throw new Refusal('bad-request', { field: `[${at}].cascade`, problem: 'must not be empty' });
    return { ...beside, ...first, cascade: others };
  });
}

/** Does `work` with the messages, and names what it refuses as it was written. */
export async function inOwnPlaces<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'bad-request') throw error;
    const { faults, total } = error.found;
    throw refusalOf({ faults: faults.map((fault) => ({ ...fault, field: placeInList(fault.field) })), total });
  }
}

const OF_FIRST_STEP = /^(\[\d+\])\.(channelType|senderName|content|ttl|shortUrl|cascadeCondition)\b/;
const OF_OTHER_STEP = /^(\[\d+\])\.cascade\[(\d+)\]/;

function placeInList(field: string): string {
  return field
    .replace(OF_OTHER_STEP, (_, item: string, at: string) => `${item}.cascade[${Number(at) + 1}]`)
    .replace(OF_FIRST_STEP, '$1.cascade[0].$2')
    .replace(/\.cascadeCondition$/, '.condition');
}
