// What a page costs while it is used: gaps between its frames, work of its main thread, and whether it was ever loaded
// again.
import type { Page } from 'playwright-core';

type Frames = { gapMax: number; last: number; on: boolean };
// What the functions below leave in the page.
type Marked = { volleyMark?: string; volleyFrames?: Frames; volleyChanges?: number };

const MARK = 'the same page';

/** A page that is loaded again loses it. */
export const markPage = (page: Page): Promise<void> =>
  page.evaluate((mark) => {
    (window as Marked).volleyMark = mark;
  }, MARK);

export const isSamePage = async (page: Page): Promise<boolean> =>
  (await page.evaluate(() => (window as Marked).volleyMark)) === MARK;

export const recordFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frames: Frames = { gapMax: 0, last: performance.now(), on: true };
    (window as Marked).volleyFrames = frames;
    const tick = (): void => {
      const now = performance.now();
      frames.gapMax = Math.max(frames.gapMax, now - frames.last);
      frames.last = now;
      if (frames.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });

/** The longest time between two frames since `recordFrames`. */
export const longestGapMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const frames = (window as Marked).volleyFrames;
    if (frames === undefined) throw new Error('no frames were recorded');
    frames.on = false;
    return Math.max(frames.gapMax, performance.now() - frames.last);
  });

export type Work = { readonly updates: number; readonly ms: Readonly<Record<string, number>> };

/**
 * What a page does while nobody touches it: how often it changed, and milliseconds of its main thread spent meanwhile,
 * all in all and by kind.
 */
export async function idleWork(page: Page, seconds: number): Promise<Work> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const durations = async (): Promise<Record<string, number>> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return Object.fromEntries(
      metrics.filter(({ name }) => name.endsWith('Duration')).map(({ name, value }) => [name, value * 1_000]),
    );
  };
  await page.evaluate(countChanges);
  const before = await durations();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const after = await durations();
  const updates = await page.evaluate(() => (window as Marked).volleyChanges ?? 0);
  await devtools.detach();
  return {
    updates,
    ms: Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)])),
  };
}

/** Runs in the page. Changes that come together count once. */
function countChanges(): void {
  const main = document.querySelector('main');
  if (main === null) throw new Error('the page has no main part');
  (window as Marked).volleyChanges = 0;
  let lastAt = 0;
  new MutationObserver(() => {
    const now = performance.now();
    if (now - lastAt > 500) (window as Marked).volleyChanges = ((window as Marked).volleyChanges ?? 0) + 1;
    lastAt = now;
  }).observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** What the page says now; waits until it says something else, without being loaded again. */
export async function untilChanged(page: Page, selector = 'main', timeoutMs = 15_000): Promise<void> {
  const before = await page.locator(selector).first().innerText();
  await page.waitForFunction(
    ([where, text]) => document.querySelector<HTMLElement>(where ?? '')?.innerText !== text,
    [selector, before] as const,
    { timeout: timeoutMs, polling: 100 },
  );
}
