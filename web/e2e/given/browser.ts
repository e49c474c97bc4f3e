// A real browser that can reach this machine only, and pages that remember everything a user should never meet: errors
// of scripts, breaches of the page's policy, requests to anybody else. Closing a visit that met one is an error.
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
  /** What went wrong on any page of the visit so far. */
  readonly faults: string[];
  /** Opens an address of the console, such as `/dispatches`, and waits until it has its content. */
  readonly open: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A safety net: no page is judged by it. */
const PATIENCE_MS = 90_000;
const PHONE_WIDTH = 600;
/** What a page draws itself, such as a chart, follows the attribute by a frame or two. */
const SCHEME_FRAMES = 3;
/** Inside of the page, or of the browser: its viewer of documents loads its own parts. */
const OWN_PROTOCOLS = ['data:', 'blob:', 'chrome:', 'chrome-extension:'];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      // No name but this machine's own address can be found.
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
      if (faults.length > 0) throw new Error(`the visit met faults:\n${faults.join('\n')}`);
    },
  };
}

/** Signed in as the page would do it; the cookie is the context's from then on. */
export async function signIn(context: BrowserContext, credentials: Credentials): Promise<void> {
  const response = await context.request.post('/console/api/v1/session', { data: credentials });
  if (!response.ok()) throw new Error(`sign-in: ${response.status()} ${await response.text()}`);
}

/** The page has its heading and nothing on it is still being fetched for the first time. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.mantine-Skeleton-root, [aria-busy="true"], .mantine-Loader-root') === null,
  );
}

/** The scheme of the system changes while the page is open; its colours have changed when this is over. */
export async function changeScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((wanted) => document.documentElement.dataset['mantineColorScheme'] === wanted, scheme);
  await page.evaluate(passFrames, SCHEME_FRAMES);
  await page.waitForFunction(() => document.getAnimations().length === 0);
}

/** Runs in the page, whose policy allows sheets made by scripts. */
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
    // Whether somebody is signed in is asked by a request that nobody's browser passes silently.
    if (url.endsWith('/console/api/v1/session') && message.text().includes('401')) return;
    faults.push(`console: ${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !OWN_PROTOCOLS.includes(url.protocol)) faults.push(`foreign: ${request.url()}`);
  });
}
