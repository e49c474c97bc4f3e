// A visitor's browser: pages that record faults, answers of captcha providers by doubles, and a look into the widget.
// Outside of test mode the widget's shadow root is closed, which neither locators nor axe can enter. The demonstration
// is in test mode; for the screens before the first answer of the service the root is opened before the page's scripts
// run. `closed: true` plays a service in production: such a test reads the accessibility tree instead.
import type { Browser, BrowserContext, Page } from 'playwright-core';

export type VisitorOptions = {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly closed?: boolean;
};

export type Visitor = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, breaches of the policy and console errors so far. */
  readonly faults: string[];
  /** Lines of the console at the levels of error and warning. */
  readonly complaints: string[];
  /** Ends the visit; a fault that no pattern expects is an error. */
  close(expected?: readonly RegExp[]): Promise<void>;
};

/** Ends a wait that hangs; no test depends on its length. */
const PATIENCE_MS = 240_000;

export async function openVisitor(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
  const { scheme = 'light', width = 480, height = 720, closed = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(reportBreaches);
  await (closed ? playProduction(context) : context.addInitScript(openShadowRoots));
  const faults: string[] = [];
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/widget/v1/')) answers.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    if (request.url().includes('/widget/v1/')) answers.push(`failed ${request.url()}`);
  });
  open.set(page, { answers, complaints });
  return {
    page,
    context,
    faults,
    complaints,
    close: async (expected = []) => {
      open.delete(page);
      await context.close();
      const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)));
      if (unexpected.length > 0)
        throw new Error(`the visit has ${unexpected.length} unexpected faults:\n${unexpected.join('\n')}`);
    },
  };
}

const open = new Map<Page, { readonly answers: readonly string[]; readonly complaints: readonly string[] }>();

/**
 * The content of the pages of open visits and the latest answers of the service to them, for the report of a failure.
 */
export async function describeOpenPages(): Promise<string> {
  const pages = [...open].map(async ([page, { answers, complaints }]) => {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    return [page.url(), ...complaints, ...answers.slice(-8), shown].join('\n');
  });
  return (await Promise.all(pages)).join('\n\n');
}

/** Runs in the page. */
function reportBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    reportError(new Error(`policy: ${violatedDirective} ${blockedURI}`));
  });
}

/** The settings of a widget as a service outside of test mode shows them. */
async function playProduction(context: BrowserContext): Promise<void> {
  await context.route(/\/widget\/v1\/[0-9A-Za-z]{6}$/, async (route) => {
    const response = await route.fetch();
    const { testMode: _, ...settings } = (await response.json()) as Record<string, unknown>; // an object by the contract
    await route.fulfill({ response, json: settings });
  });
}

/** Runs in the page. */
function openShadowRoots(): void {
  // oxlint-disable-next-line typescript/unbound-method
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachOpen(init) {
    return attach.call(this, { ...init, mode: 'open' });
  };
}
