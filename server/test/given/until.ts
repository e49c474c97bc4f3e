const STEP_MS = 25;
/** Ends a wait that hangs. */
const LIMIT_MS = 150_000;

/** Repeats the condition until it returns a value other than false or undefined; a timeout names the condition. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | false | undefined> | T | false | undefined,
  limitMs = LIMIT_MS,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found !== false && found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`${limitMs} ms passed before: ${what}`);
    await pause(STEP_MS);
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
