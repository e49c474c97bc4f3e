import { Refusal } from '@volley/domain/refusal.ts';

/** The log has no row without a change. */
export function refuseReasonAlone({ reason: _reason, ...change }: { readonly reason?: string }): void {
  if (Object.keys(change).length === 0)
    throw new Refusal('bad-request', { field: 'body', problem: 'names nothing to change' });
}
