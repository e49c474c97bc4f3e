// The three frames pages stand in: the cabinet of a partner, the back office of staff, and what anybody may read.
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
  // The router reads what it knows of a route from this interface.
  interface StaticDataRouteOption {
    /** Areas whose texts the page speaks. */
    texts?: readonly TextArea[];
  }
}

export const rootRoute = createRootRoute({
  component: Outlet,
  beforeLoad: async ({ matches }) => {
    await loadTexts([...new Set(matches.flatMap(({ staticData }) => staticData.texts ?? []))]);
  },
});

/** Which company's things are shown; absent: of all. */
export type CompanyChoice = { readonly company?: number };

export function companyChoice(search: Record<string, unknown>): CompanyChoice {
  const company = Number(search['company']);
  return Number.isSafeInteger(company) && company > 0 ? { company } : {};
}

export const cabinetRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'cabinet',
  validateSearch: companyChoice,
  // Whoever looks at one company goes on looking at it.
  search: { middlewares: [retainSearchParams<CompanyChoice>(['company'])] },
  beforeLoad: async ({ location }) => {
    const session = await findSession();
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (session.kind === 'staff') throw redirect({ to: '/bo' });
  },
  component: lazyRouteComponent(() => import('./cabinet-frame.tsx'), 'CabinetFrame'),
});

export const backOfficeRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'back-office',
  beforeLoad: async ({ location }) => {
    const session = await findSession();
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    if (session.kind !== 'staff') throw redirect({ to: '/' });
  },
  component: lazyRouteComponent(() => import('./back-office-frame.tsx'), 'BackOfficeFrame'),
  staticData: { texts: ['backOffice'] },
});

export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('./public-frame.tsx'), 'PublicFrame'),
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    typeof next === 'string' && next.startsWith('/') && !next.startsWith('//') ? { next } : {},
  component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
});
