// Facts of a request for the request log: the caller, the error code, and the warnings.
import type { Actor, KeyActor } from '@volley/domain/people/actor.ts';
import type { FastifyRequest } from 'fastify';

export type RequestNotes = {
  readonly caller: Actor | KeyActor;
  errorCode: number | null;
  warnings: string | null;
};

const notes = new WeakMap<FastifyRequest, RequestNotes>();

export function recordCaller(request: FastifyRequest, caller: Actor | KeyActor): void {
  notes.set(request, { caller, errorCode: null, warnings: null });
}

/** Errors of unauthenticated callers are not stored. */
export function recordErrorCode(request: FastifyRequest, code: number): void {
  const known = notes.get(request);
  if (known !== undefined) known.errorCode = code;
}

export function recordWarnings(request: FastifyRequest, text: string): void {
  const known = notes.get(request);
  if (known !== undefined) known.warnings = text;
}

export function notesOf(request: FastifyRequest): RequestNotes | undefined {
  return notes.get(request);
}
