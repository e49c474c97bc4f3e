export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the result is neither undefined nor false; a throwing poll counts as no result. */
export async function waitFor<Value>(
  what: string,
  question: () => Promise<Value | undefined | false> | Value | undefined | false,
  { timeoutMs, everyMs = 50 }: { timeoutMs: number; everyMs?: number },
): Promise<Value> {
  const untilMs = performance.now() + timeoutMs;
  let failure: unknown;
  while (performance.now() < untilMs) {
    try {
      const answer = await question();
      if (answer !== undefined && answer !== false) return answer;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    await pause(everyMs);
  }
  throw new Error(`${what}: not within ${timeoutMs} ms`, { cause: failure });
}
