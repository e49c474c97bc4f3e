import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';

export const newDispatchRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/dispatches/new',
    /** `from`: the dispatch to clone. */
    validateSearch: (search: Record<string, unknown>): { from?: number } => {
      const from = Number(search['from']);
      return Number.isSafeInteger(from) && from > 0 ? { from } : {};
    },
    component: lazyRouteComponent(() => import('./new-dispatch.tsx'), 'NewDispatch'),
    staticData: { texts: ['newDispatch'] },
  }),
] as const;
