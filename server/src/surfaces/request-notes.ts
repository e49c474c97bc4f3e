// What is found out about a request on its way, for the log of requests: who asks, the code it was
// refused with, and what was passed over in it.
import type { Actor, KeyActor } from '@volley/domain/actor.ts';
import type { FastifyRequest } from 'fastify';

export type RequestNotes = {
  readonly caller: Actor | KeyActor;
  errorCode: number | null;
  warnings: string | null;
};

const notes = new WeakMap<FastifyRequest, RequestNotes>();

export function noteCaller(request: FastifyRequest, caller: Actor | KeyActor): void {
  notes.set(request, { caller, errorCode: null, warnings: null });
}

/** Of strangers nothing is kept. */
export function noteError(request: FastifyRequest, code: number): void {
  const known = notes.get(request);
  if (known !== undefined) known.errorCode = code;
}

export function noteWarnings(request: FastifyRequest, text: string): void {
  const known = notes.get(request);
  if (known !== undefined) known.warnings = text;
}

export function notesOf(request: FastifyRequest): RequestNotes | undefined {
  return notes.get(request);
}
