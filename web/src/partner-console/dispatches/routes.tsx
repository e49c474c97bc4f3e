import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';
import { dispatchSearch } from './dispatch-search.ts';

export const dispatchesRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/dispatches',
    validateSearch: dispatchSearch,
    component: lazyRouteComponent(() => import('./dispatch-list.tsx'), 'DispatchList'),
    staticData: { texts: ['dispatches'] },
  }),
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/dispatches/$id',
    component: lazyRouteComponent(() => import('./dispatch-page.tsx'), 'DispatchPage'),
    staticData: { texts: ['dispatches', 'errors'] },
  }),
] as const;
