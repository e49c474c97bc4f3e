// Costs of a page in use: gaps between its frames, CPU time of its main thread, and reloads.
import type { Page } from 'playwright-core';

type Frames = { gapMax: number; last: number; on: boolean };
// Members that the functions below add to the page.
type Marked = { volleyMark?: string; volleyFrames?: Frames; volleyChanges?: number };

type TraceEvent = {
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** Wall time is checked on a quiet machine only; elsewhere it is printed. */
export const judgesWallTime = process.env['LONG'] === '1';

const MARK = 'the same page';
const TASK_CATEGORY = 'toplevel';
const MAIN_THREAD = 'CrRendererMain';

/** A reload of the page removes it. */
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
    if (frames === undefined) throw new Error('recordFrames was not called in this page');
    frames.on = false;
    return Math.max(frames.gapMax, performance.now() - frames.last);
  });

/**
 * CPU time of the longest task of the page's main thread during `work`. A busy machine delays frames but does not
 * lengthen tasks. `page` must be the only page of its browser.
 */
export async function longestTaskMs(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: [TASK_CATEGORY] });
  await work();
  // The format of Chromium's traces.
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(traceEvents.filter(({ args }) => args?.name === MAIN_THREAD).map(threadOf));
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error(`no ${TASK_CATEGORY} events of ${MAIN_THREAD} in the trace`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

export type Work = { readonly seconds: number; readonly ms: Readonly<Record<string, number>> };

/**
 * The cost of a page during `updates` live updates without user input: CPU milliseconds of its main thread by kind, and
 * the time that the updates took.
 */
export async function workOfUpdates(page: Page, updates: number): Promise<Work> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const durations = async (): Promise<Record<string, number>> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return Object.fromEntries(
      metrics.filter(({ name }) => name.endsWith('Duration')).map(({ name, value }) => [name, value * 1_000]),
    );
  };
  await page.evaluate(countChanges);
  const startedAt = performance.now();
  const before = await durations();
  await page.waitForFunction((wanted) => ((window as Marked).volleyChanges ?? 0) >= wanted, updates, { polling: 500 });
  const after = await durations();
  const seconds = (performance.now() - startedAt) / 1_000;
  await devtools.detach();
  return {
    seconds,
    ms: Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)])),
  };
}

/** Runs in the page. Concurrent changes count once. */
function countChanges(): void {
  const main = document.querySelector('main');
  if (main === null) throw new Error('the page has no main element');
  (window as Marked).volleyChanges = 0;
  let lastAt = 0;
  new MutationObserver(() => {
    const now = performance.now();
    if (now - lastAt > 500) (window as Marked).volleyChanges = ((window as Marked).volleyChanges ?? 0) + 1;
    lastAt = now;
  }).observe(main, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** The page's current text; waits until it changes without a reload. */
export async function untilChanged(page: Page, selector = 'main', timeoutMs = 240_000): Promise<void> {
  const before = await page.locator(selector).first().innerText();
  await page.waitForFunction(
    ([where, text]) => document.querySelector<HTMLElement>(where ?? '')?.innerText !== text,
    [selector, before] as const,
    { timeout: timeoutMs, polling: 100 },
  );
}
