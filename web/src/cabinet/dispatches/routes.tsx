import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { cabinetRoute } from '../../shell/layout-routes.tsx';
import { dispatchSearch } from './dispatch-search.ts';

export const dispatchesRoutes = [
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/dispatches',
    validateSearch: dispatchSearch,
    component: lazyRouteComponent(() => import('./dispatch-list.tsx'), 'DispatchList'),
    staticData: { texts: ['dispatches'] },
  }),
  createRoute({
    getParentRoute: () => cabinetRoute,
    path: '/dispatches/$id',
    component: lazyRouteComponent(() => import('./dispatch-page.tsx'), 'DispatchPage'),
    staticData: { texts: ['dispatches', 'errors'] },
  }),
] as const;
