import { currentRequest } from '../../../platform/logging/request-context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { logAccepted, traceAccepted } from '../../messages/accepted-messages.ts';

type Call = { readonly companyId: number; readonly dispatchId: number; readonly startedAt: number };

/** A recipient without an id was refused. */
type Recipient = { readonly destination: string; readonly messageUuid?: string };

const idOf = ({ messageUuid }: Recipient) => messageUuid;

/** Joins accepted recipients with the request that brought them; call it after COMMIT. */
export function reportAccepted(
  platform: Pick<Platform, 'log' | 'traces'>,
  call: Call,
  accepted: readonly Recipient[],
): void {
  traceAccepted(platform.traces, accepted, idOf, { ...call, byRequest: currentRequest() !== undefined });
  logAccepted(platform, call, accepted, idOf);
}
