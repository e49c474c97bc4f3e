// Reports undeclared names in the header X-Warnings and in the request log. A header is ASCII only and must stay short.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordWarnings } from '../request-notes.ts';

const NAMES_MAX = 10;
const NAME_LENGTH_MAX = 60;
const ODD = /[^!-+\--~]/gu;

export function warnOfUnknown(request: FastifyRequest, reply: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  const text = unknownText(names);
  void reply.header('x-warnings', text);
  recordWarnings(request, text);
}

export function unknownText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map(asciiName).join(', ');
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : '';
  return `unknown members ignored: ${shown}${more}`;
}

/** Percent-encodes spaces, commas and everything beyond ASCII. */
function asciiName(name: string): string {
  const written = name.slice(0, NAME_LENGTH_MAX).toWellFormed().replace(ODD, encodeURIComponent);
  return written.length > NAME_LENGTH_MAX ? `${written.slice(0, NAME_LENGTH_MAX)}...` : written;
}
