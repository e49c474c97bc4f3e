// A cascade given as a list becomes a message with the later steps nested in it. Faults are reported at their position
// in the list.

import type { BodyOf } from '@volley/contract/endpoint.ts';
import type { sendCascades, sendMessages } from '@volley/contract/messaging/messages.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal, refusalOf } from '@volley/domain/refusals/refusal.ts';

type MessageBody = BodyOf<typeof sendMessages>[number];
type CascadeBody = BodyOf<typeof sendCascades>[number];

/** `ttl` and `shortUrl` beside the list apply to steps without their own. */
export function asMessages(body: readonly CascadeBody[]): MessageBody[] {
  return body.map(({ cascade, ttl, shortUrl, ...beside }, at) => {
    const [first, ...others] = cascade.map(({ condition, ...step }) => ({
      ...(ttl !== undefined && { ttl }),
      ...(shortUrl !== undefined && { shortUrl }),
      ...step,
      ...(condition !== undefined && { cascadeCondition: condition }),
    }));
    if (first === undefined) throw new Refusal('bad-request', { field: `[${at}].cascade`, problem: PROBLEM.empty });
    return { ...beside, ...first, cascade: others };
  });
}

/** Runs `work` with the messages and renames the fields of its faults to the positions in the body. */
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
