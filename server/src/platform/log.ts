// JSON lines with ids. Lines that are written for a request have its id. Message texts, full numbers, keys and
// passwords never reach a line: the names below are removed at any depth, and numbers are masked with `maskNumber`.
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { currentRequest } from './logging/request-context.ts';
import { VERSION } from './version.ts';

export type Logger = PinoLogger;

const SECRET_NAMES = [
  'password',
  'token',
  'authorization',
  'text',
  'customText',
  'destination',
  'msisdn',
  'callbackUrl',
  'url',
  'key',
];

/** `to`: for tests; standard error otherwise. */
export function createLog(level: string, role: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { role, pid: process.pid, version: VERSION },
      mixin: requestOf,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
    },
    to ?? pino.destination({ dest: 2, sync: false, minLength: 0 }),
  );
}

/** Lines that name the request themselves keep their value. */
function requestOf(): { requestId?: string } {
  const request = currentRequest();
  return request === undefined ? {} : { requestId: request.requestId };
}

/** First four and last two digits, as support staff may see them. */
export function maskNumber(destination: string): string {
  return destination.length < 8 ? '***' : `${destination.slice(0, 4)}*****${destination.slice(-2)}`;
}
