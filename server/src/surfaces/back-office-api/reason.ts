import { Refusal } from '@volley/domain/refusals/refusal.ts';

/** A reason without a change would leave an empty audit row. */
export function refuseReasonAlone({ reason: _reason, ...change }: { readonly reason?: string }): void {
  if (Object.keys(change).length === 0)
    throw new Refusal('bad-request', { field: 'body', problem: 'must have a member to change' });
}
