import type { EndpointShape } from '@volley/contract/endpoint.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { noteFailedSignIn } from '../features/sessions/failed-sign-ins.ts';
import type { Platform } from '../platform/platform.ts';

type Refused = { readonly error: unknown; readonly address: string; readonly body: unknown };

/** Of every door that takes a login and a password; of what was typed only the login is looked at. */
export async function noteRefusedSignIn(
  platform: Pick<Platform, 'db'>,
  shape: EndpointShape,
  { error, address, body }: Refused,
): Promise<void> {
  if (shape.auth !== 'none' || !(error instanceof Refusal) || error.reason !== 'bad-credentials') return;
  const { login = '' } = (body ?? {}) as { login?: string }; // its schema says so where it has one
  await noteFailedSignIn(platform, { door: shape.id, login, address });
}
