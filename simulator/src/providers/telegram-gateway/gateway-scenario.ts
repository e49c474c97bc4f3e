// Behavior of the simulated Telegram Gateway. It can change at any time, and a change with an unknown name or a value
// out of range is refused as a whole.
import { isLostAnswers, type LostAnswers } from '../../lost-answer.ts';

export type GatewayScenario = {
  answerDelayMs: number;
  /** The connection is closed before a call has any effect. */
  resetPercent: number;
  /** The answer is lost after a call had its effect. */
  lostAnswerPercent: number;
  lostAnswers: LostAnswers;
  /** Answered with 429 and an empty body, without effect. */
  throttledPercent: number;
  /** Answered with 503 and a page, without effect. */
  failedPercent: number;
  /** Checks and sends answered with FLOOD_WAIT. */
  floodPercent: number;
  floodSeconds: number;
  /** HTTP status of errors. */
  errorStatus: number;
  /** The error of every check and send; empty: none. */
  checkError: string;
  sendError: string;
  /** The token is refused. */
  lockedOut: boolean;
  /** Numbers without an account. */
  noAccountPercent: number;
  /** Credits that a message costs. */
  fee: number;
  /** Sent, and never delivered. */
  undeliveredPercent: number;
  deliveryDelayMs: number;
  readPercent: number;
  readDelayMs: number;
};

export const defaultGatewayScenario: GatewayScenario = {
  answerDelayMs: 0,
  resetPercent: 0,
  lostAnswerPercent: 0,
  lostAnswers: 'closed',
  throttledPercent: 0,
  failedPercent: 0,
  floodPercent: 0,
  floodSeconds: 1,
  errorStatus: 200,
  checkError: '',
  sendError: '',
  lockedOut: false,
  noAccountPercent: 0,
  fee: 0.01,
  undeliveredPercent: 0,
  deliveryDelayMs: 0,
  readPercent: 0,
  readDelayMs: 200,
};

const dayMs = 86_400_000;
const wholes: Partial<Record<keyof GatewayScenario, readonly [min: number, max: number]>> = {
  answerDelayMs: [0, dayMs],
  deliveryDelayMs: [0, dayMs],
  readDelayMs: [0, dayMs],
  floodSeconds: [0, 86_400],
  errorStatus: [200, 499],
};

function isInRange(name: string, value: unknown): boolean {
  if (name === 'lostAnswers') return isLostAnswers(value);
  if (!Object.hasOwn(defaultGatewayScenario, name)) return false;
  // Checked above to be one of its names.
  const key = name as keyof GatewayScenario;
  if (typeof value !== typeof defaultGatewayScenario[key]) return false;
  if (typeof value === 'string') return /^\w{0,64}$/.test(value);
  if (typeof value !== 'number') return true;
  const [min, max] = wholes[key] ?? [0, 100];
  return value >= min && value <= max && (wholes[key] === undefined || Number.isInteger(value));
}

export function gatewayFaultsOf(change: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(change)
    .filter(([name, value]) => !isInRange(name, value))
    .map(([name]) => name);
}

export function isGatewayChange(change: Readonly<Record<string, unknown>>): change is Partial<GatewayScenario> {
  return gatewayFaultsOf(change).length === 0;
}
