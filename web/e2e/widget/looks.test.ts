// Every screen of the widget in two languages and two color schemes: no violation of WCAG 2.2 A and AA, nothing wider
// than a phone, targets of at least 44 pixels. WIDGET_SCREENSHOTS names a folder for pictures of the screens.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { overflow, violations } from '../given/axe.ts';
import { judgesWallTime } from '../given/measure.ts';
import { usePlace, visit, visitStrict } from './given/place.ts';
import { playService, reach, SCREENS } from './given/screens.ts';
import { givenWidget } from './given/shop.ts';

const FOLDER = process.env['WIDGET_SCREENSHOTS'];
const TARGET_MIN = 44;
/** Pixels from the top of the number to the top of the button. */
const BUTTON_BELOW_MAX = 120;
/** Fraction of a pixel that rounding may take. */
const ROUNDING = 0.5;
const SETTLED_MS = 150;
const PAINT_MS_MAX = 300;
const SLOW_DOWN = 4;
/** The page follows the scheme of the system, and the widget follows the page. */
const HEAD = '<meta name="color-scheme" content="light dark">';
const LANGUAGES = ['en', 'ru'] as const;

const place = usePlace();

test.concurrent.for(SCREENS.flatMap((screen) => LANGUAGES.map((lang) => ({ screen, lang, name: screen.name }))))(
  'the screen $name in $lang has no accessibility violation in both color schemes',
  async ({ screen, lang }, { expect }) => {
    const { serviceUrl } = place();
    const options = { widgetId: 'SCREEN', lang, ...screen.options };
    const visitor = await visitStrict(
      place(),
      { options, lang, head: HEAD, server: 'silent' },
      { width: 320 },
      ({ context }) => playService(context, serviceUrl, screen),
    );
    const { page } = visitor;
    await page.locator('#verify').locator('button, [role=alert]').first().waitFor({ state: 'attached' });
    await reach(page, screen);
    await settled(page);
    const found: Record<string, unknown> = {};
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      found[scheme] = await violations(page, scheme === 'light' ? 'everything' : 'colours');
      if (FOLDER !== undefined) await take(page, `${screen.name}-${lang}-${scheme}`);
    }
    expect({ ...found, sideways: await overflow(page), small: await smallTargets(page) }).toEqual({
      light: [],
      dark: [],
      sideways: 0,
      small: [],
    });
    await visitor.close([/Failed to load resource/, /errors\/widget\//]);
  },
);

/** Until the text of the widget stays the same for a while. */
async function settled(page: Page): Promise<void> {
  const host = page.locator('#verify > div');
  for (let before = '', now = ' '; before !== now; ) {
    before = now;
    await page.waitForTimeout(SETTLED_MS);
    now = await host.evaluate((element) => element.shadowRoot?.textContent ?? '');
  }
}

const smallTargets = (page: Page): Promise<string[]> =>
  page
    .locator('#verify')
    .locator('button, input')
    .evaluateAll(
      (targets, least) =>
        targets
          .filter((target) => target.getClientRects().length > 0 && target.getBoundingClientRect().height < least)
          .map((target) => `${target.outerHTML.slice(0, 80)} ${target.getBoundingClientRect().height}`),
      TARGET_MIN - ROUNDING,
    );

test('on a phone the button follows the number, also with six channels', async () => {
  const screen = SCREENS.find(({ name }) => name === 'phone-channels');
  if (screen === undefined) throw new Error('no screen phone-channels');
  const visitor = await visitStrict(
    place(),
    { options: { widgetId: 'SCREEN' }, server: 'silent' },
    { width: 390, height: 844 },
    ({ context }) => playService(context, place().serviceUrl, screen),
  );
  const { page } = visitor;
  const widget = page.locator('#verify');
  await widget.locator('button').first().waitFor();
  const boxes = await Promise.all(
    ['input[type=tel]', 'button'].map((kind) => widget.locator(kind).first().boundingBox()),
  );
  const [field, button] = boxes.map((box) => box ?? { y: Number.NaN, height: Number.NaN });
  expect((button?.y ?? Number.NaN) - (field?.y ?? Number.NaN)).toBeLessThan(BUTTON_BELOW_MAX);
  if (FOLDER !== undefined) await take(page, 'six-channels-390');
  await visitor.close();
});

async function take(page: Page, name: string): Promise<void> {
  const folder = FOLDER ?? '';
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), await page.screenshot());
}

test('the widget is painted at once after its script, on a processor of a quarter of the speed', async () => {
  const { site, serviceUrl } = place();
  const { widgetId } = await givenWidget({ host: site.host });
  const visitor = await visit(place(), { sources: [], body: '<div id="verify"></div>' });
  const { page, context } = visitor;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await workOf(devtools);
  const wall = await page.evaluate(mountAndPaint, { src: `${serviceUrl}/widget/v1/verify.js`, widgetId });
  const cpu = (await workOf(devtools)) - before;
  const words = `${Math.round(wall)} ms after its script, ${Math.round(cpu)} ms of CPU time`;
  console.info(`first paint of the widget: ${words}, processor slowed ${SLOW_DOWN} times`);
  // A busy machine delays a paint but adds no CPU time, so only a quiet machine judges the time itself.
  expect(judgesWallTime ? wall : cpu).toBeLessThanOrEqual(PAINT_MS_MAX);
  await visitor.close();
});

/** CPU milliseconds of the page's main thread so far. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Runs in the page. Milliseconds from the arrival of the script to the frame that shows the first screen. */
function mountAndPaint({ src, widgetId }: { src: string; widgetId: string }): Promise<number> {
  return new Promise((resolve) => {
    document.addEventListener('verify:ready', () => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // Comes after the frame was drawn.
        port1.onmessage = () => {
          const [file] = performance.getEntriesByName(src);
          resolve(performance.now() - (file as PerformanceResourceTiming).responseEnd); // an entry of a resource
        };
        port2.postMessage('');
      });
    });
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => {
      const { VerifyWidget } = window as unknown as { VerifyWidget: { mount(at: string, options: object): void } };
      VerifyWidget.mount('#verify', { widgetId });
    };
    document.head.append(script);
  });
}
