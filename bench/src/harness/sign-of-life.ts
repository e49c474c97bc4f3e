// Whether a starting process still works: its log grows, or it uses processor time. A start on a busy machine may take
// half an hour; a process that does neither for two minutes hangs.
import { statSync } from 'node:fs';
import { cpuSeconds } from '../machine.ts';
import { pause } from './wait.ts';

export const SILENCE_MS = 120_000;
export const START_MAX_MS = 1_800_000;

type Started = { readonly pid: number; readonly logFile: string };

/** A text that differs while the process works. */
export const signOfLife = ({ pid, logFile }: Started): string => `${pid} ${logBytes(logFile)} ${processorSeconds(pid)}`;

function logBytes(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}

/** Empty where the system has no /proc, or the process is gone. */
function processorSeconds(pid: number): string {
  try {
    return String(cpuSeconds(pid));
  } catch {
    return '';
  }
}

export type Patience = { readonly life: () => string; readonly silenceMs?: number; readonly everyMs?: number };

/**
 * Polls until the result is neither undefined nor false, as long as `life` changes, and at most START_MAX_MS; a
 * throwing poll counts as no result.
 */
export async function waitWhileAlive<Value>(
  what: string,
  question: () => Promise<Value | undefined | false> | Value | undefined | false,
  { life, silenceMs = SILENCE_MS, everyMs = 100 }: Patience,
): Promise<Value> {
  const startMs = performance.now();
  let [last, movedAt] = [life(), startMs];
  let failure: unknown;
  while (performance.now() - movedAt < silenceMs) {
    if (performance.now() - startMs > START_MAX_MS)
      throw new Error(`${what}: still starting after ${START_MAX_MS / 1_000} s`, { cause: failure });
    try {
      const answer = await question();
      if (answer !== undefined && answer !== false) return answer;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await pause(everyMs);
    const now = life();
    if (now !== last) [last, movedAt] = [now, performance.now()];
  }
  throw new Error(`${what}: nothing has moved for ${silenceMs / 1_000} s`, { cause: failure });
}
