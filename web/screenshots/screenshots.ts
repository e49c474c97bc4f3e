// `npm run screenshots`: every page of the console as people see it, into docs/screenshots: on a desk in light and dark,
// Russian and English, and once more on a phone. The pages are those of the living demonstration.
//   --only /dispatches   pages whose route begins so
//   --into folder        elsewhere
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Address, allAddresses } from '../e2e/given/addresses.ts';
import { type Look, openBrowser, openVisit, type Visit, type Visitor } from '../e2e/given/browser.ts';
import type { RunningDemo } from '../e2e/given/demo.ts';
import { startDemo } from '../e2e/given/start-demo.ts';
import { withPalette } from './palette-png.ts';

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
    into: { type: 'string', default: fileURLToPath(new URL('../../docs/screenshots', import.meta.url)) },
  },
});

const running = process.env['VOLLEY_DEMO'];
// The ready line of a demonstration that already runs, given by a person.
const { demo, stop } =
  running === undefined ? await startDemo() : { demo: JSON.parse(running) as RunningDemo, stop: async () => {} };
const browser = await openBrowser();
try {
  await takeAll(browser);
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
    for (const address of addresses) bytes += await take(visits[address.visitor], address, folder);
    for (const visit of Object.values(visits)) await visit.context.close();
  }
  console.log(`${addresses.length} pages, ${(bytes / 1e6).toFixed(1)} MB`);
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

/** The router of the page tells its routes; it leaves itself there for tools. */
function routesOf(page: Visit['page']): Promise<string[]> {
  return page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: { routesByPath: object } };
    return [
      ...new Set(Object.keys(router.routesByPath).map((path) => (path.length > 1 ? path.replace(/\/$/, '') : path))),
    ];
  });
}

async function take({ page, open, faults }: Visit, { route, path }: Address, folder: string): Promise<number> {
  faults.length = 0;
  await open(path);
  await page.waitForTimeout(300);
  const picture = withPalette(await page.screenshot());
  const name = route === '/' ? 'overview' : route.slice(1).replaceAll('/', '-').replaceAll('$', '');
  await writeFile(join(folder, `${name}.png`), picture);
  if (faults.length > 0) console.error(`${route}: ${faults.join('; ')}`);
  return picture.length;
}
