// Only a provider that knows the link's secret is heard. An unknown link and a wrong signature look the same.
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyRequest } from 'fastify';
import type { Hook, Hooks } from '../../features/operator-links/find-hook.ts';
import { isSameSignature, signBareBody, signBody } from '../../platform/body-signature.ts';

/** Real time, not business time: the provider's clock is not moved in a sandbox. */
const AGE_MS_MAX = 5 * 60_000;

/** A call of the plain protocol: time and body signed, and not older than five minutes. */
export async function hookOfSignedCall(hooks: Hooks, request: FastifyRequest, nowMs: number): Promise<Hook> {
  const hook = await hooks.find(linkNameOf(request));
  const timestamp = headerOf(request, 'x-channel-timestamp');
  const expected = `sha256=${signBody(hook?.secret ?? '', timestamp, bodyOf(request))}`;
  const isSigned = isSameSignature(headerOf(request, 'x-channel-signature'), expected);
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs - Number(timestamp) * 1_000) <= AGE_MS_MAX;
  if (hook === undefined || !isSigned || !isRecent) throw new Refusal('not-authenticated');
  return hook;
}

/** A call of Meta's webhooks: the body alone is signed. */
export async function hookOfWhatsappCall(hooks: Hooks, request: FastifyRequest): Promise<Hook> {
  const hook = await hookOfWhatsapp(hooks, request);
  const expected = `sha256=${signBareBody(hook?.secret ?? '', bodyOf(request))}`;
  const isSigned = isSameSignature(headerOf(request, 'x-hub-signature-256'), expected);
  if (hook === undefined || !isSigned) throw new Refusal('not-authenticated');
  return hook;
}

export async function hookOfWhatsapp(hooks: Hooks, request: FastifyRequest): Promise<Hook | undefined> {
  const hook = await hooks.find(linkNameOf(request));
  return hook?.channelType === 'WHATSAPP' ? hook : undefined;
}

export const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function linkNameOf({ params }: FastifyRequest): string {
  // The routes of this surface all have this parameter.
  return (params as { linkName: string }).linkName;
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
