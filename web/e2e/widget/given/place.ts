// The place of a test file: one browser, one site with its server, and the running demonstration as the service.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { openBrowser } from '../../given/browser.ts';
import { type Site, type SitePage, startSite } from './site.ts';
import { type StrictPage, strictPage } from './strict-page.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

export type Place = { readonly browser: Browser; readonly site: Site; readonly serviceUrl: string };

export function usePlace(): () => Place {
  let place: Place | undefined;
  beforeAll(async () => {
    const { baseUrl: serviceUrl, keys } = inject('demo');
    const [browser, site] = await Promise.all([openBrowser(), startSite({ serviceUrl, keys })]);
    place = { browser, site, serviceUrl };
  });
  afterAll(async () => {
    await place?.browser.close();
    await place?.site.close();
  });
  return () => {
    if (place === undefined) throw new Error('usePlace: the place is used before beforeAll has made it');
    return place;
  };
}

let pages = 0;

/** Publishes the page under an address of its own and opens it. `prepare` runs before the page is loaded. */
export async function visit(
  { browser, site }: Place,
  sitePage: SitePage,
  look: VisitorOptions = {},
  prepare: (visitor: Visitor) => Promise<unknown> = async () => undefined,
): Promise<Visitor> {
  pages += 1;
  const url = site.put(`page-${pages}`, sitePage);
  const visitor = await openVisitor(browser, look);
  await prepare(visitor);
  await visitor.page.goto(url);
  return visitor;
}

export const visitStrict = (
  place: Place,
  page: StrictPage,
  look: VisitorOptions = {},
  prepare?: (visitor: Visitor) => Promise<unknown>,
): Promise<Visitor> => visit(place, strictPage(place.serviceUrl, place.site, page), look, prepare);
