// Verification for the servers of accounts. When a send for a widget fails before its session is known, a visitor still
// waits: the error that the browser shows is recorded here, after the refusal.

import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import * as conversion from '@volley/contract/messaging/flashcall-conversion.ts';
import * as contract from '@volley/contract/messaging/verifier.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyRequest } from 'fastify';
import { authenticateKey } from '../../features/access/authenticate-key.ts';
import { cancelVerification } from '../../features/verification/codes/cancel-verification.ts';
import { checkVerification } from '../../features/verification/codes/check-code.ts';
import { convertFlashcall } from '../../features/verification/codes/convert-flashcall.ts';
import { getVerification } from '../../features/verification/codes/get-verification.ts';
import { sendVerification } from '../../features/verification/codes/send-verification.ts';
import { sendSession } from '../../features/verification/widgets/send-session.ts';
import {
  getWidgetStatus,
  recordFailedSend,
  recordMissingKey,
} from '../../features/verification/widgets/widget-session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { shownVerification } from './shown-verification.ts';

const WIDGET_SEND = `${SURFACE_PREFIX.messaging}${contract.sendWidgetCode.path}`;
const KEY_BODY_BYTES_MAX = 1_024;
const KEY_BODY_PATIENCE_MS = 1_000;

export function mountVerifier(app: ApiServer, platform: Platform): void {
  mountChange(app, contract.sendVerification, platform, {
    act: ({ actor, body }) => sendVerification(platform, actor, body),
    show: ({ uuid }) => ({ uuid }),
  });

  mountChange(app, contract.checkVerification, platform, {
    act: ({ actor, body }) => checkVerification(platform, actor.companyId, body),
    show: ({ status }) => ({ status }),
  });

  mount(app, contract.getVerification, platform, async ({ actor, params }) =>
    shownVerification(await getVerification(platform, actor, params.uuid), actor.currency),
  );

  mountChange(app, contract.cancelVerification, platform, {
    act: ({ actor, params }) => cancelVerification(platform, actor, params.uuid),
    show: ({ status }) => ({ status }),
  });

  mountChange(app, contract.sendWidgetCode, platform, {
    act: ({ actor, body }) => sendSession(platform, actor, body.key),
    show: ({ messageUuid }) => ({ messageUuid }),
  });

  mountChange(app, contract.checkWidgetCode, platform, {
    act: ({ actor, body }) => getWidgetStatus(platform, actor, body),
    show: ({ status }) => ({ status }),
  });

  mountChange(app, conversion.convertFlashcall, platform, {
    act: ({ actor, body: { result, ...report } }) =>
      convertFlashcall(platform, actor, { ...report, result: result === 'WRONG_CODE' ? result : 'NUMBER_VERIFIED' }),
    show: (report) => report,
  });

  app.http.addHook('onError', async (request, _reply, error) => {
    if (request.routeOptions.url !== WIDGET_SEND) return;
    // The answer is decided; a failure to record it must not change it.
    await recordTrouble(platform, request, error).catch((cause: unknown) =>
      platform.log.warn({ err: cause, requestId: request.id }, 'a failed send could not be noted'),
    );
  });
}

async function recordTrouble(platform: Platform, request: FastifyRequest, error: unknown): Promise<void> {
  if (error instanceof Refusal && error.reason === 'bad-request') {
    if (keyIn(request.body) !== undefined) return;
    const { authorization } = request.headers;
    const { companyId } = await authenticateKey(platform, { authorization, address: request.ip });
    await recordMissingKey(platform, companyId);
    return;
  }
  const trouble = error instanceof Refusal ? TROUBLES[error.reason] : undefined;
  if (trouble === undefined) return;
  // Callers are authenticated before their body is read, so it is read here, as far as it can be a key.
  const key = keyIn(request.body ?? (await readSmallBody(request)));
  if (key !== undefined) await recordFailedSend(platform, key, trouble);
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
