// `npm run screenshots`: every page of the console as people see it, as WebP, into the folder screenshots, which is not
// stored: on a desk in light and dark, Russian and English, and on a phone. The pages show the running demonstration.
//   --only /dispatches   pages whose route begins so
//   --into folder        the folder to write to
//   --docs               the few pictures that documents show, into docs/screenshots
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Address, allAddresses } from '../e2e/given/addresses.ts';
import { type Look, openBrowser, openVisit, type Visit, type Visitor } from '../e2e/given/browser.ts';
import type { RunningDemo } from '../e2e/given/demo.ts';
import { startDemo } from '../e2e/given/start-demo.ts';
import { openEncoder } from './webp.ts';

const DESK = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS: ReadonlyArray<readonly [name: string, look: Look]> = [
  ['light-ru', { ...DESK, scheme: 'light', language: 'ru' }],
  ['light-en', { ...DESK, scheme: 'light', language: 'en' }],
  ['dark-ru', { ...DESK, scheme: 'dark', language: 'ru' }],
  ['dark-en', { ...DESK, scheme: 'dark', language: 'en' }],
  ['phone-light-ru', { ...PHONE, scheme: 'light', language: 'ru' }],
];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    into: { type: 'string', default: fileURLToPath(new URL('../../screenshots', import.meta.url)) },
    docs: { type: 'boolean', default: false },
  },
});
const DOCS_FOLDER = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
/** Look, route and name of the pictures that documents show. */
const IN_DOCS: ReadonlyArray<readonly [look: string, route: string, name: string]> = [
  ['light-en', '/', 'overview'],
  ['dark-en', '/dispatches/$id', 'dispatch'],
  ['light-en', '/bo/senders', 'review-board'],
];

const running = process.env['VOLLEY_DEMO'];
// The ready line of a running demonstration, set in the environment.
const { demo, stop } =
  running === undefined ? await startDemo() : { demo: JSON.parse(running) as RunningDemo, stop: async () => {} };
const browser = await openBrowser();
const encoded = await openEncoder(browser);
try {
  await (options.docs ? takeForDocs(browser) : takeAll(browser));
} finally {
  await browser.close();
  await stop();
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;

async function takeAll(on: Browser): Promise<void> {
  const addresses = (await findAddresses(on)).filter(({ route }) => route.startsWith(options.only));
  let bytes = 0;
  for (const [name, look] of LOOKS) {
    const folder = join(options.into, name);
    if (options.only === '') await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const visits = await openVisits(on, look);
    for (const address of addresses) {
      bytes += await take(visits[address.visitor], address, join(folder, `${nameOf(address)}.webp`));
    }
    for (const visit of Object.values(visits)) await visit.context.close();
  }
  console.log(`${addresses.length} pages, ${(bytes / 1e6).toFixed(1)} MB`);
}

async function takeForDocs(on: Browser): Promise<void> {
  const addresses = await findAddresses(on);
  for (const [name, look] of LOOKS) {
    const wanted = IN_DOCS.filter(([ofLook]) => ofLook === name);
    if (wanted.length === 0) continue;
    const visits = await openVisits(on, look);
    for (const [, route, file] of wanted) {
      const address = addresses.find((known) => known.route === route);
      if (address === undefined) throw new Error(`${route} is no route of the console`);
      const bytes = await take(visits[address.visitor], address, join(DOCS_FOLDER, `${file}.webp`));
      console.log(`${file}: ${(bytes / 1e3).toFixed(0)} kB`);
    }
    for (const visit of Object.values(visits)) await visit.context.close();
  }
}

async function openVisits(on: Browser, look: Look): Promise<Record<Visitor, Visit>> {
  return {
    partner: await openVisit(on, demo, 'partner', look),
    staff: await openVisit(on, demo, 'staff', look),
    nobody: await openVisit(on, demo, 'nobody', look),
  };
}

async function findAddresses(on: Browser): Promise<Address[]> {
  const visits = await openVisits(on, {});
  await visits.partner.open('/');
  const routes = await routesOf(visits.partner.page);
  const requests = { partner: visits.partner.context.request, staff: visits.staff.context.request };
  const addresses = await allAddresses(routes, requests);
  for (const visit of Object.values(visits)) await visit.context.close();
  return addresses;
}

/** The page exposes its router, which lists the routes. */
function routesOf(page: Visit['page']): Promise<string[]> {
  return page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: { routesByPath: object } };
    return [
      ...new Set(Object.keys(router.routesByPath).map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path))),
    ];
  });
}

const nameOf = ({ route }: Address) =>
  route === '/' ? 'overview' : route.slice(1).replaceAll('/', '-').replaceAll('$', '');

async function take({ page, open, faults }: Visit, { route, path }: Address, file: string): Promise<number> {
  faults.length = 0;
  await open(path);
  await page.waitForTimeout(300);
  const picture = await encoded(await page.screenshot());
  await writeFile(file, picture);
  if (faults.length > 0) console.error(`${route}: ${faults.join('; ')}`);
  return picture.length;
}
