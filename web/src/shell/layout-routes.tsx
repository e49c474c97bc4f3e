// The three frames of pages: partner console, back office and public pages.
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { findSession } from '../api/session.ts';
import { loadTexts } from '../texts/language.ts';
import type { TextArea } from '../texts/text-id.ts';

declare module '@tanstack/react-router' {
  // The router types a route's static data by this interface.
  interface StaticDataRouteOption {
    /** Text areas of the page. */
    texts?: readonly TextArea[];
  }
}

export const rootRoute = createRootRoute({
  component: Outlet,
  beforeLoad: async ({ matches }) => {
    await loadTexts([...new Set(matches.flatMap(({ staticData }) => staticData.texts ?? []))]);
  },
});

/** The shown company; absent: all companies. */
export type CompanyChoice = { readonly company?: number };

export function companyChoice(search: Record<string, unknown>): CompanyChoice {
  const company = Number(search['company']);
  return Number.isSafeInteger(company) && company > 0 ? { company } : {};
}

export const partnerConsoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'partner-console',
  validateSearch: companyChoice,
  // Links keep the chosen company.
  search: { middlewares: [retainSearchParams<CompanyChoice>(['company'])] },
  beforeLoad: async ({ location }) => {
    const session = await findSession();
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (session.kind === 'staff') throw redirect({ to: '/bo' });
  },
  component: lazyRouteComponent(() => import('./frame/partner-frame.tsx'), 'PartnerFrame'),
});

export const backOfficeRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'back-office',
  beforeLoad: async ({ location }) => {
    const session = await findSession();
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (session.kind !== 'staff') throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./frame/back-office-frame.tsx'), 'BackOfficeFrame'),
  staticData: { texts: ['backOffice'] },
});

export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('./frame/public-frame.tsx'), 'PublicFrame'),
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' && next.startsWith('/') && !next.startsWith('//') ? { next } : {},
  component: lazyRouteComponent(() => import('./sign-in/sign-in.tsx'), 'SignIn'),
});
