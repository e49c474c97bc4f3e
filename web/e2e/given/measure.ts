// What a page costs while it is used: gaps between its frames, work of its main thread, and whether it was ever loaded
// again.
import type { Page } from 'playwright-core';

type Frames = { gapMax: number; last: number; on: boolean };
// What the functions below leave in the page.
type Marked = { volleyMark?: string; volleyFrames?: Frames };

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

/** Milliseconds of the main thread while `work` goes on: scripts, style, layout and painting. */
export async function mainThreadMs(page: Page, work: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await taskSeconds();
  await work();
  const spent = (await taskSeconds()) - before;
  await devtools.detach();
  return spent * 1_000;
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
