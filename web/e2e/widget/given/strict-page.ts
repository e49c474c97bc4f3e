// A page under the strictest policy that the widget promises to work with, and its records: keys passed to the page,
// results and events of the widget, in the order in which they came.
import type { Page } from 'playwright-core';
import type { ServerPath, Site, SitePage } from './site.ts';

export type Recorded = {
  readonly keys: readonly string[];
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly events: readonly { readonly name: string; readonly detail: unknown }[];
};

export type StrictPage = {
  readonly options: Readonly<Record<string, unknown>>;
  readonly server?: ServerPath;
  /** Hosts of a captcha. */
  readonly captcha?: readonly string[];
  readonly lang?: string;
  readonly head?: string;
};

/** The page's own script needs `'self'`; nothing else is added to the policy of the guide. */
export const strictPolicy = (serviceUrl: string, serverUrl: string, captcha: readonly string[] = []): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", serviceUrl, ...captcha].join(' '),
    ["connect-src 'self'", serviceUrl, serverUrl, ...captcha].join(' '),
    `frame-src ${captcha.join(' ') || "'none'"}`,
    'img-src data:',
    "require-trusted-types-for 'script'",
    'trusted-types verify-widget',
  ].join('; ');

const SCRIPT = `
// The policy allows no style sheet; a target of a page must be large enough, too.
document.querySelector('#next').style.minHeight = '44px';
const { options, server } = document.querySelector('#verify').dataset;
window.recorded = { keys: [], results: [], events: [] };
for (const name of ['ready', 'sending', 'sent', 'delivered', 'wrong-code', 'confirmed', 'error'])
  document.addEventListener('verify:' + name, (event) => recorded.events.push({ name, detail: event.detail }));
window.handle = VerifyWidget.mount(
  '#verify',
  JSON.parse(options),
  (key) => {
    recorded.keys.push(key);
    return fetch(server, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
  },
  (result) => recorded.results.push(result),
);
`;

export function strictPage(serviceUrl: string, site: Site, page: StrictPage): SitePage {
  const { options, server = 'sends', captcha, lang, head } = page;
  return {
    body: bodyOf(options, `${site.serverUrl}/${server}`),
    script: SCRIPT,
    policy: strictPolicy(serviceUrl, site.serverUrl, captcha),
    ...(lang !== undefined && { lang }),
    ...(head !== undefined && { head }),
  };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const bodyOf = (options: object, server: string): string => `
<main>
  <h1>Shop</h1>
  <div id="verify" data-options="${escaped(JSON.stringify(options))}" data-server="${server}"></div>
  <button type="button" id="next">Continue</button>
</main>`;

export const recordedOn = (page: Page): Promise<Recorded> =>
  page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded); // set by the script of the page
