import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';

export type BlacklistSearch = { readonly q?: string; readonly page?: number };

function blacklistSearch(raw: Record<string, unknown>): BlacklistSearch {
  const q = typeof raw['q'] === 'string' || typeof raw['q'] === 'number' ? String(raw['q']).slice(0, 100).trim() : '';
  const page = Number(raw['page']);
  // The router merges this over the raw URL, so absent members may be omitted.
  return { q: q === '' ? undefined : q, page: Number.isSafeInteger(page) && page > 1 ? page : undefined };
}

export const blacklistRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/blacklist',
    validateSearch: blacklistSearch,
    component: lazyRouteComponent(() => import('./blacklist-page.tsx'), 'BlacklistPage'),
    staticData: { texts: ['blacklist', 'tools'] },
  }),
] as const;
