import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { recordFailedSignIn } from '../../../features/sessions/failed-sign-ins.ts';
import type { Platform } from '../../../platform/platform.ts';

type Refused = { readonly error: unknown; readonly address: string; readonly body: unknown };

/** For every endpoint that takes a login and a password; only the login is stored. */
export async function recordRefusedSignIn(
  platform: Pick<Platform, 'db'>,
  shape: EndpointShape,
  { error, address, body }: Refused,
): Promise<void> {
  if (shape.auth !== 'none' || !(error instanceof Refusal) || error.reason !== 'bad-credentials') return;
  const { login = '' } = (body ?? {}) as { login?: string }; // by the schema of these endpoints
  await recordFailedSignIn(platform, { door: shape.id, login, address });
}
