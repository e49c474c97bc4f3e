// Statuses of the plain protocol; a call carries many. Timestamp and body are signed, at most five minutes old.

import { CHANNEL_STATUSES, meaningOfStatus, readProviderId } from '@volley/domain/links/provider-answer.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { isSameSignature, signBody } from '../../platform/http/body-signature.ts';
import type { Hook, HookStatus } from '../hook.ts';
import { listOf, type Members, membersOf, wholeOf } from '../json-members.ts';

const STATUSES_MAX = 1_000;
/** In real time: a sandbox does not move the provider's clock. */
const AGE_MS_MAX = 5 * 60_000;

export const volleyHook: Hook = {
  accepts: ({ protocol }) => protocol === 'VOLLEY_HTTP',
  isSigned: ({ header, body, nowMs }, { secret }) => {
    const timestamp = header('x-channel-timestamp');
    const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp) * 1_000) <= AGE_MS_MAX;
    const expected = `sha256=${signBody(secret, timestamp, body)}`;
    return isSameSignature(header('x-channel-signature'), expected) && isRecent;
  },
  /** The first malformed status is the problem; the others are read. */
  read: (body) => {
    const statuses = listOf(membersOf(body)['statuses']);
    if (statuses.length === 0 || statuses.length > STATUSES_MAX)
      throw new Refusal('bad-request', { field: 'statuses', problem: `must have 1 to ${STATUSES_MAX} items` });
    const read = statuses.map((item, at) => statusOf(membersOf(item), at));
    return {
      statuses: read.flatMap((one) => (one instanceof Refusal ? [] : one)),
      messages: [],
      problem: read.find((one) => one instanceof Refusal),
    };
  },
};

function statusOf(status: Members, at: number): HookStatus | Refusal {
  const id = readProviderId(status['id']);
  const name = CHANNEL_STATUSES.find((known) => known === status['status']);
  if (id === undefined) return wrong(at, 'id', 'must be 1 to 200 characters');
  if (name === undefined) return wrong(at, 'status', `must be one of ${CHANNEL_STATUSES.join(', ')}`);
  const { code, to, reference } = status;
  return { id, meaning: meaningOfStatus(name, wholeOf(code)), code, to, reference };
}

const wrong = (at: number, member: string, problem: string) =>
  new Refusal('bad-request', { field: `statuses[${at}].${member}`, problem });
