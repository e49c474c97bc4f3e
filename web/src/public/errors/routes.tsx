import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { publicRoute } from '../../shell/layout-routes.tsx';
import { dictionarySearch } from './search.ts';

/** Public: readers meet these codes in logs, without an account. */
export const errorsRoutes = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/errors',
    validateSearch: dictionarySearch,
    component: lazyRouteComponent(() => import('./error-list.tsx'), 'ErrorList'),
    staticData: { texts: ['errors'] },
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: '/errors/$kind/$code',
    component: lazyRouteComponent(() => import('./error-page.tsx'), 'ErrorPage'),
    staticData: { texts: ['errors'] },
  }),
] as const;
