const STEP_MS = 25;
/** Only ends what hangs. */
const LIMIT_MS = 150_000;

/** Looks again until the condition gives something other than false or undefined; names what never came. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | false | undefined> | T | false | undefined,
  limitMs = LIMIT_MS,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found !== false && found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`waited ${limitMs} ms in vain until ${what}`);
    await pause(STEP_MS);
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
