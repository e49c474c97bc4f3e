// JSON lines with ids. Message texts, full numbers, keys and passwords never reach a line: the names below are removed
// at any depth, and numbers are masked with `maskNumber`.
import { type Logger as PinoLogger, pino } from 'pino';
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

export function createLog(level: string, role: string): Logger {
  return pino(
    {
      level,
      base: { role, pid: process.pid, version: VERSION },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
    },
    pino.destination({ dest: 2, sync: false, minLength: 0 }),
  );
}

/** First four and last two digits, as support staff may see them. */
export function maskNumber(destination: string): string {
  return destination.length < 8 ? '***' : `${destination.slice(0, 4)}*****${destination.slice(-2)}`;
}
