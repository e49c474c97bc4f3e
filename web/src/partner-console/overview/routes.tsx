import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { partnerConsoleRoute } from '../../shell/layout-routes.tsx';

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => partnerConsoleRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
    staticData: { texts: ['overview'] },
  }),
] as const;
