// A cascade given as a list becomes a message with the later steps nested in it. Faults are reported at their position
// in the list.

import type { BodyOf } from '@volley/contract/endpoint.ts';
import type { sendCascades, sendMessages } from '@volley/contract/messaging/messages.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';

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

const OF_FIRST_STEP = /^(\[\d+\])\.(channelType|senderName|content|ttl|shortUrl|cascadeCondition)\b/;
const OF_OTHER_STEP = /^(\[\d+\])\.cascade\[(\d+)\]/;

/** The position in the list of a field of a message. */
export function placeInList(field: string): string {
  return field
    .replace(OF_OTHER_STEP, (_, item: string, at: string) => `${item}.cascade[${Number(at) + 1}]`)
    .replace(OF_FIRST_STEP, '$1.cascade[0].$2')
    .replace(/\.cascadeCondition$/, '.condition');
}
