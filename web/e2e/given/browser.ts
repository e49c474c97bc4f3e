// A real browser that can reach this machine only, and pages that record faults: errors of scripts, violations of the
// page's policy, requests to other hosts. Closing a visit with a fault is an error.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Credentials, RunningDemo } from './demo.ts';

export type Visitor = 'partner' | 'staff' | 'nobody';

export type Look = {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'ru' | 'en';
  /** Whether transitions and animations run; without a graphics card they cost more than the rest of the page. */
  readonly animated?: boolean;
};

export type Visit = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Faults on any page of the visit so far. */
  readonly faults: string[];
  /** Opens an address of the console, such as `/dispatches`, and waits until it has its content. */
  readonly open: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The one without windows needs a fifth less CPU time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** Ends a wait that hangs; no test depends on its length. */
const PATIENCE_MS = 240_000;
const PHONE_WIDTH = 600;
/** Charts follow the attribute by a frame or two. */
const SCHEME_FRAMES = 3;
/** Addresses inside the page or the browser: its document viewer loads its own parts. */
const OWN_PROTOCOLS = ['data:', 'blob:', 'chrome:', 'chrome-extension:'];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? PROGRAMS.find((path) => existsSync(path)) ?? 'chromium',
    args: [
      '--no-sandbox',
      // Without a graphics card its emulation costs a sixth of all CPU time.
      '--disable-gpu',
      '--disable-dev-shm-usage',
      // Only this machine's own address can be resolved.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

export async function openVisit(
  browser: Browser,
  demo: RunningDemo,
  visitor: Visitor,
  look: Look = {},
): Promise<Visit> {
  const { scheme = 'light', width = 1_440, height = 900, language = 'en', animated = false } = look;
  const context = await browser.newContext({
    baseURL: demo.baseUrl,
    viewport: { width, height },
    colorScheme: scheme,
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    hasTouch: width < PHONE_WIDTH,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  context.on('page', (page) => watch(page, new URL(demo.baseUrl).origin, faults));
  await context.addInitScript(reportBreaches);
  if (!animated) await context.addInitScript(endAnimations);
  if (visitor !== 'nobody') await signIn(context, demo[visitor]);
  const page = await context.newPage();
  return {
    page,
    context,
    faults,
    open: async (path) => {
      await page.goto(`/console${path}`);
      await settled(page);
    },
    close: async () => {
      await context.close();
      if (faults.length > 0) throw new Error(`the visit has ${faults.length} faults:\n${faults.join('\n')}`);
    },
  };
}

/** Signs in as the page does; the cookie belongs to the context from then on. */
export async function signIn(context: BrowserContext, credentials: Credentials): Promise<void> {
  const response = await context.request.post('/console/api/v1/session', { data: credentials });
  if (!response.ok()) throw new Error(`sign-in: ${response.status()} ${await response.text()}`);
}

/** Waits until the page has its heading and no first request is open. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.mantine-Skeleton-root, [aria-busy="true"], .mantine-Loader-root') === null,
  );
}

/** Changes the color scheme of the system while the page is open, and waits until its colors have changed. */
export async function changeScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((wanted) => document.documentElement.dataset['mantineColorScheme'] === wanted, scheme);
  await page.evaluate(passFrames, SCHEME_FRAMES);
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/** Runs in the page, whose policy allows style sheets made by scripts. */
function endAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page. */
function passFrames(count: number): Promise<void> {
  return new Promise((resolve) => {
    const pass = (left: number): void => {
      if (left === 0) resolve();
      else requestAnimationFrame(() => pass(left - 1));
    };
    pass(count);
  });
}

/** Runs in the page. */
function reportBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`));
  });
}

function watch(page: Page, origin: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    // The check of the session answers 401 without a session, which the browser logs as an error.
    if (url.endsWith('/console/api/v1/session') && message.text().includes('401')) return;
    faults.push(`console: ${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !OWN_PROTOCOLS.includes(url.protocol)) faults.push(`foreign: ${request.url()}`);
  });
}
