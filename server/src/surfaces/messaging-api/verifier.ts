// Verification for the servers of accounts. A send for a widget that fails before its session is known still has a
// visitor who waits: what the browser shows then is noted here, after the refusal.

import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import * as conversion from '@volley/contract/messaging/flashcall-conversion.ts';
import * as contract from '@volley/contract/messaging/verifier.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { authenticateKey } from '../../features/access/authenticate-key.ts';
import { checkVerification } from '../../features/verification/check-code.ts';
import { convertFlashcall } from '../../features/verification/convert-flashcall.ts';
import { sendSession } from '../../features/verification/send-session.ts';
import { sendVerification } from '../../features/verification/send-verification.ts';
import { getWidgetStatus, noteFailedSend, noteMissingKey } from '../../features/verification/widget-session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mountChange } from '../mount-endpoint.ts';

const WIDGET_SEND = `${SURFACE_PREFIX.messaging}${contract.sendWidgetCode.path}`;
const KEY_BODY_BYTES_MAX = 1_024;
const KEY_BODY_PATIENCE_MS = 1_000;

export function mountVerifier(app: ApiServer, platform: Platform): void {
  mountChange(
    app,
    contract.sendVerification,
    platform,
    ({ actor, body }) => sendVerification(platform, actor, body),
    ({ uuid }) => ({ uuid }),
  );

  mountChange(
    app,
    contract.checkVerification,
    platform,
    ({ actor, body }) => checkVerification(platform, actor.companyId, body),
    ({ status }) => ({ status }),
  );

  mountChange(
    app,
    contract.sendWidgetCode,
    platform,
    ({ actor, body }) => sendSession(platform, actor, body.key),
    ({ messageUuid }) => ({ messageUuid }),
  );

  mountChange(
    app,
    contract.checkWidgetCode,
    platform,
    ({ actor, body }) => getWidgetStatus(platform, actor, body.key),
    ({ status }) => ({ status }),
  );

  mountChange(
    app,
    conversion.convertFlashcall,
    platform,
    ({ actor, body: { result, ...report } }) =>
      convertFlashcall(platform, actor, { ...report, result: result === 'WRONG_CODE' ? result : 'NUMBER_VERIFIED' }),
    (report) => report,
  );

  app.http.addHook('onError', async (request, _reply, error) => {
    if (request.routeOptions.url !== WIDGET_SEND) return;
    // The answer is decided; a note that cannot be made must not change it.
    await noteTrouble(platform, request, error).catch((cause: unknown) =>
      platform.log.warn({ err: cause, requestId: request.id }, 'a failed send could not be noted'),
    );
  });
}

async function noteTrouble(platform: Platform, request: FastifyRequest, error: unknown): Promise<void> {
  if (error instanceof Refusal && error.reason === 'bad-request') {
    if (keyIn(request.body) !== undefined) return;
    const { authorization } = request.headers;
    const { companyId } = await authenticateKey(platform, { authorization, address: request.ip });
    await noteMissingKey(platform, companyId);
    return;
  }
  const trouble = error instanceof Refusal ? TROUBLES[error.reason] : undefined;
  if (trouble === undefined) return;
  // Callers are judged before their body is read, so it is read now, as far as it can be a key.
  const key = keyIn(request.body ?? (await readSmallBody(request)));
  if (key !== undefined) await noteFailedSend(platform, key, trouble);
}

const TROUBLES: Readonly<Partial<Record<Refusal['reason'], 'key-invalid' | 'key-type'>>> = {
  'not-authenticated': 'key-invalid',
  'bad-credentials': 'key-invalid',
  'address-not-allowed': 'key-invalid',
  'access-denied': 'key-type',
};

function keyIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('key' in body)) return undefined;
  return typeof body.key === 'string' && body.key !== '' ? body.key : undefined;
}

async function readSmallBody({ raw, headers }: FastifyRequest): Promise<unknown> {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!(length > 0 && length <= KEY_BODY_BYTES_MAX)) return undefined;
  const whole = new Promise<string>((resolve) => {
    const parts: Buffer[] = [];
    raw.on('data', (part: Buffer) => parts.push(part));
    raw.once('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    raw.once('close', () => resolve(''));
    setTimeout(() => resolve(''), KEY_BODY_PATIENCE_MS).unref();
  });
  try {
    return JSON.parse(await whole) as unknown;
  } catch {
    return undefined;
  }
}
